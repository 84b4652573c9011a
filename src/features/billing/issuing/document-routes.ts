import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { notFound } from '#core/errors/problem'
import { assertIfMatch, contentEtag, isNotModified } from '#core/http/entity-tags'
import type { Context } from '#core/operation/context'
import type { ByteRoute } from '#core/rest/bytes'
import { isUuid } from '#core/schema/scalars'
import { threadModule } from '#core/threads/threads'
import {
  contentTypes,
  type DocumentFormat,
  type DocumentKind,
  readArchivedBytes,
  readArchivedDocument,
} from './archive.ts'
import { toFileName } from './issue-document.ts'

export interface FoundDocument {
  /** Number; null for a draft. */
  name: string | null
  bytes: () => Promise<Uint8Array>
}

/**
 * Route handler for the document with the `id` of the path. Bytes are read or rendered after the operation, without a
 * database connection.
 */
export const createDocumentHandler =
  (form: DocumentFormat, find: (context: Context, id: string) => Promise<FoundDocument>): ByteRoute['handle'] =>
  async ({ request, reply, operate }) => {
    const { id } = request.params as { id: string }
    const { name, bytes } = await operate('read', async (context) => {
      if (!isUuid(id)) throw notFound()
      return find(context, id)
    })
    return sendDocument(reply, { form, name, bytes: await bytes() })
  }

/** Sends a document inline and uncached. */
export function sendDocument(
  reply: FastifyReply,
  { form, name, bytes }: { form: DocumentFormat; name: string | null; bytes: Uint8Array },
) {
  // A stricter policy would block the PDF viewers of browsers. Front ends show signed URLs in frames.
  const frames = reply.request.routeOptions.config.isSigned ? '*' : "'none'"
  reply.headers({ 'cache-control': 'private, no-store', 'content-security-policy': `frame-ancestors ${frames}` })
  const tag = contentEtag(bytes)
  assertIfMatch(reply.request, tag)
  if (isNotModified(reply, tag)) return reply.send()
  return reply
    .type(contentTypes[form])
    .header('content-disposition', `inline; filename="${toFileName(name ?? 'Entwurf')}.${form}"`)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

/** Finds the last archived document of a subject. */
export async function findArchivedDocument(
  context: Context,
  subjectId: string,
  form: DocumentFormat,
  ...kinds: DocumentKind[]
): Promise<FoundDocument> {
  const archived = await readArchivedDocument(context, subjectId, ...kinds)
  return { name: archived.number, bytes: () => readArchivedBytes(context, archived, form) }
}

const previewModule = threadModule<typeof import('./first-page-image.ts')>(import.meta.url, './first-page-image')

/** Images by ETag of their PDF. */
const previewCache = new LRUCache<string, Uint8Array>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: ({ byteLength }) => byteLength,
})

/** Route handler for the first page as WebP, for clients without a PDF viewer. */
export const createPreviewHandler =
  (find: (context: Context, id: string) => Promise<FoundDocument>): ByteRoute['handle'] =>
  async ({ services, request, reply, operate }) => {
    const { id } = request.params as { id: string }
    const { bytes, ownTurn } = await operate('read', async (context) => {
      if (!isUuid(id)) throw notFound()
      return { ...(await find(context, id)), ownTurn: context.taskOwner }
    })
    const pdf = await bytes()
    const key = contentEtag(pdf)
    reply.header('cache-control', 'private, no-store')
    assertIfMatch(request, key)
    if (isNotModified(reply, key)) return reply.send()
    const picture =
      previewCache.get(key) ?? (await services.threads.run(ownTurn, previewModule, 'renderFirstPageAsWebp', pdf))
    previewCache.set(key, picture)
    return reply.type('image/webp').send(Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength))
  }
