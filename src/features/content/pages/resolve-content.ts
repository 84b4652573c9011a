import type { Context } from '#core/operation/context'
import { threadModule } from '#core/threads/threads'
import type { ContentFormat, FormattedContent } from './page-content.ts'

const shown = new WeakMap<object, FormattedContent | Promise<FormattedContent>>()

/** Makes the response use content that was just written. */
export const rememberContent = (page: object, shape: FormattedContent) => void shown.set(page, shape)

const module = threadModule<typeof import('./page-content.ts')>(import.meta.url, './page-content', {
  maxRunMs: 5_000,
})

/** Bytes that are converted in the event loop (a few milliseconds); larger ones in a thread. */
const little = 20_000

/** The content of a page or version in the requested format, read once. */
export function resolveContent(
  context: Context,
  root: { id: string; format?: ContentFormat },
  read: () => Promise<object | null>,
): FormattedContent | Promise<FormattedContent> {
  const known = shown.get(root)
  if (known) return known
  const shape = read().then((document) => (document ? inForm(context, root, document) : nothing))
  shown.set(root, shape)
  return shape
}

const nothing: FormattedContent = { content: null, warnings: [] }

async function inForm(
  context: Context,
  { id, format = 'document' }: { id: string; format?: ContentFormat },
  document: object,
): Promise<FormattedContent> {
  if (format === 'document') return { content: document, warnings: [] }
  if (JSON.stringify(document).length <= little)
    return (await import('./page-content.ts')).formatPageContent({ document, format })
  return context.prepareOutside(`${format} ${id}`, ({ threads }) =>
    threads.run(context.taskOwner, module, 'formatPageContent', { document, format }),
  )
}
