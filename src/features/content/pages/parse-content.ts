import { createHash } from 'node:crypto'
import { combineProblems, invalidField, tooLong } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { measureJsonText } from '#core/runtime/json-size'
import { limits } from '#core/schema/limits'
import { TaskStopped, threadModule } from '#core/threads/threads'
import type { PageContent, RejectedContent } from './page-content.ts'

/** As JSON, so that the content can be sent back in a body of 1 MiB. */
const mostBytes = 1_000_000

/** Characters that are parsed in the event loop (a few milliseconds); longer ones in a thread. */
const little = 10_000

const module = threadModule<typeof import('./page-content.ts')>(import.meta.url, './page-content', {
  maxRunMs: 5_000,
})

/** Parses content: Markdown as text, a document as JSON, or null. 422 with the path of each violation. */
export async function parseContent(context: Context, sent: unknown): Promise<PageContent> {
  if (typeof sent !== 'string' && (typeof sent !== 'object' || Array.isArray(sent)))
    throw invalidField('content', {
      de: 'muss Markdown als Text oder ein ProseMirror-Dokument als JSON sein',
      en: 'must be Markdown as text, or a ProseMirror document as JSON',
    })
  if (typeof sent === 'string' && sent.length > mostBytes) throw tooLong('content', mostBytes)
  const content = await read(context, sent)
  if ('problems' in content) throw refusal(content)
  if (exceedsContentLimits(content)) throw tooLarge()
  return content
}

/** True if the content could not be sent back in a request. */
export function exceedsContentLimits({ document }: PageContent): boolean {
  const json = JSON.stringify(document)
  const { names } = measureJsonText(json, { depth: limits.jsonDepth, names: mostNames, ownNames: mostNames })
  return Buffer.byteLength(json) > mostBytes || names > mostNames
}

/** Leaves room for other fields of a body. */
const mostNames = limits.jsonNames - 10

async function read(context: Context, sent: unknown): Promise<PageContent | RejectedContent> {
  const json = JSON.stringify(sent)
  if (json.length <= little) return (await import('./page-content.ts')).parsePageContent(sent)
  const key = `content ${createHash('sha256').update(json).digest('hex')}`
  try {
    return await context.prepareOutside(key, ({ threads }) =>
      threads.run(context.taskOwner, module, 'parsePageContent', sent),
    )
  } catch (error) {
    throw error instanceof TaskStopped ? tooLarge() : error
  }
}

/** One problem per violation, spelled as sent. */
const refusal = ({ problems }: RejectedContent) =>
  combineProblems(
    problems.map(({ path, message }) =>
      Object.assign(
        invalidField(path ? `content.${path}` : 'content', {
          de: `ist nicht zulässig: ${message.de}`,
          en: `is not valid: ${message.en}`,
        }),
        { isAsSent: true },
      ),
    ),
  )

const tooLarge = () =>
  invalidField('content', {
    de: `ist zu groß: Eine Seite hat höchstens ${mostBytes} Bytes als JSON und ${mostNames} benannte Werte`,
    en: `is too large: a page has at most ${mostBytes} bytes as JSON and ${mostNames} named values`,
  })
