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

/** A document that was found: what it is called, and what reads or draws its bytes. */
export interface FoundDocument {
  /** Its number; null for a draft. */
  name: string | null
  bytes: () => Promise<Uint8Array>
}

/**
 * Answers the document that a route names by `{id}`. What is read in the operation is little; bytes are read and drawn after it,
 * when nobody waits for its connection.
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

/** Sends a document to be looked at, as a file with its number; nobody on the way keeps it. */
export function sendDocument(
  reply: FastifyReply,
  { form, name, bytes }: { form: DocumentFormat; name: string | null; bytes: Uint8Array },
) {
  // Viewers of browsers are programs in a page, which a stricter policy would stop. Front ends show signed addresses in frames.
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

/** Reads the last document of one of the kinds that was issued about this, to answer with. */
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

/** Pictures that were looked at lately, by the document that they show. */
const previewCache = new LRUCache<string, Uint8Array>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: ({ byteLength }) => byteLength,
})

/** Answers the first page of a document as a picture: to be shown beside its form, where no reader of PDFs has a place. */
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
