import type { Context } from '#core/operation/context'
import { threadModule } from '#core/threads/threads'
import type { Format, Shape } from './page-content.ts'

const shown = new WeakMap<object, Shape | Promise<Shape>>()

/** Has the answer show what was just written. */
export const keepShown = (page: object, shape: Shape) => void shown.set(page, shape)

const module = threadModule<typeof import('./page-content.ts')>(import.meta.url, './page-content', {
  maxRunMs: 5_000,
})

/** Bytes of a document that are written in another form at once, in a few milliseconds; more of them in a thread. */
const little = 20_000

/** What a page or a version shows as its content: read once, in the form that it is asked for in. */
export function showContent(
  context: Context,
  root: { id: string; format?: Format },
  read: () => Promise<object | null>,
): Shape | Promise<Shape> {
  const known = shown.get(root)
  if (known) return known
  const shape = read().then((document) => (document ? inForm(context, root, document) : nothing))
  shown.set(root, shape)
  return shape
}

const nothing: Shape = { content: null, warnings: [] }

async function inForm(
  context: Context,
  { id, format = 'document' }: { id: string; format?: Format },
  document: object,
): Promise<Shape> {
  if (format === 'document') return { content: document, warnings: [] }
  if (JSON.stringify(document).length <= little)
    return (await import('./page-content.ts')).showPageContent({ document, format })
  return context.beforehand(`${format} ${id}`, ({ threads }) =>
    threads.run(context.ownTurn, module, 'showPageContent', { document, format }),
  )
}
