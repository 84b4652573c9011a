import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { missing, notAnObject, payloadTooLarge, unknownReference, unsupportedMediaType } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { ByteCall, ByteRoute } from '#core/rest/bytes'
import { createFairQueue } from '#core/runtime/fair-queue'
import { isUuid } from '#core/schema/scalars'
import { ObjectMissing } from '#core/storage/storage'
import { File } from './file.entity.ts'
import { readUpload } from './read-upload.ts'
import { objectKey, removeUnlessKept } from './stored-object.ts'
import { takeForms } from './take-forms.ts'

/** What a route says that reads a file and does not keep it: of a form, or by the id of one that was uploaded before. */
export const takesFile = (what: string) =>
  ({
    form: {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary', minLength: 1, description: what } },
    },
    json: {
      type: 'object',
      required: ['file_id'],
      properties: { file_id: { type: 'string', format: 'uuid', description: 'A file that was uploaded before.' } },
    },
    prepare: takeForms,
  }) satisfies Partial<ByteRoute>

/** Files that are held at once, one of an organization at most: what arrives lies in the storage until its turn. */
const turns = createFairQueue({ places: 2, longestWait: 30_000, longestLine: 20 })

/** Seconds after which no such request lasts. */
const longest = 3600

/** The bytes of a file, their SHA-256, and whose they are. */
export interface SentFile {
  bytes: Uint8Array
  sha256: string
  organizationId: string
}

/** Does something with the file of a request, of at most so many bytes: 413 for more. Nothing is read of it before the caller may send it. */
export async function readSentFile<Result>(
  call: ByteCall,
  most: number,
  work: (file: SentFile) => Promise<Result>,
): Promise<Result> {
  const { request, operate, services } = call
  const isForm = request.isMultipart()
  const { organizationId, key } = await operate(isForm ? 'write' : 'read', async (context) => {
    const { organizationId } = context
    if (!isForm) return { organizationId, key: objectKey(organizationId, await fileOf(call, context, most)) }
    const id = randomUUID()
    await removeUnlessKept(context, id, longest)
    return { organizationId, key: objectKey(organizationId, id) }
  })
  try {
    if (isForm)
      await readUpload(request, (stream) =>
        services.storage.put(key, Readable.from(atMost(stream, most)), 'application/octet-stream'),
      )
    return await turns.run(organizationId, async () => {
      const bytes = await services.storage.read(key).catch((error) => {
        throw error instanceof ObjectMissing ? unknownReference('fileId') : error
      })
      return work({ bytes, sha256: createHash('sha256').update(bytes).digest('hex'), organizationId })
    })
  } finally {
    if (isForm) await services.storage.delete(key)
  }
}

async function fileOf({ request: { body } }: ByteCall, context: Context, most: number) {
  if (body === undefined) throw unsupportedMediaType()
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw notAnObject()
  const { file_id: id } = body as { file_id?: unknown }
  if (id === undefined || id === null) throw missing('fileId')
  if (!isUuid(id)) throw unknownReference('fileId')
  const file = await context.refer(File, id.toLowerCase(), 'fileId')
  if (file.sizeBytes > most) throw payloadTooLarge()
  return file.id
}

async function* atMost(stream: Readable, most: number) {
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) throw payloadTooLarge()
    yield chunk
  }
}
