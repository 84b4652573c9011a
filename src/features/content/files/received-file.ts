import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  missingField,
  notAnObject,
  payloadTooLarge,
  unknownReference,
  unsupportedMediaType,
} from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { ByteCall, ByteRoute } from '#core/rest/bytes'
import { createFairQueue } from '#core/runtime/fair-queue'
import { isUuid } from '#core/schema/scalars'
import { objectKey } from '#core/storage/object-key'
import { ObjectMissing } from '#core/storage/storage'
import { File } from './file.entity.ts'
import { files } from './file.policy.ts'
import { readUpload } from './read-upload.ts'
import { scheduleObjectRemoval } from './stored-object.ts'
import { acceptMultipart } from './accept-multipart.ts'

/** What a route says that reads a file and does not keep it: of a form, or by the id of one that was uploaded before. */
export const fileInputSchema = (what: string, beside: Record<string, object> = {}) =>
  ({
    form: {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary', minLength: 1, description: what }, ...beside },
    },
    json: {
      type: 'object',
      required: ['file_id'],
      properties: {
        file_id: { type: 'string', format: 'uuid', description: 'A file that was uploaded before.' },
        ...beside,
      },
    },
    prepare: acceptMultipart,
  }) satisfies Partial<ByteRoute>

/** Files that are held at once, one of an organization at most: what arrives lies in the storage until its turn. */
const turns = createFairQueue({ places: 2, longestWait: 30_000, longestLine: 20 })

/** Seconds after which no such request lasts. */
const longest = 3600

/** A file that was sent, where it lies in the storage, and whose it is. */
export interface ReceivedFile {
  key: string
  sha256: string
  organizationId: string
  /** What was sent beside it: fields of the JSON, or the form's parts of text. */
  fields: Readonly<Record<string, unknown>>
}

/** The same with its bytes. */
export type LoadedFile = ReceivedFile & { bytes: Uint8Array }

/** Does something with the bytes of a file of a request, of at most so many: 413 for more. */
export const withFileBytes = <Result>(
  call: ByteCall,
  most: number,
  work: (file: LoadedFile) => Promise<Result>,
): Promise<Result> =>
  withReceivedFile(call, most, (file) =>
    turns.run(file.organizationId, async () => {
      const bytes = await call.services.storage.read(file.key).catch(throwMissingFile)
      return work({ ...file, bytes })
    }),
  )

/** What is thrown where the file that was named has no bytes any more. */
export const throwMissingFile = (error: unknown): never => {
  throw error instanceof ObjectMissing ? unknownReference('fileId') : error
}

/**
 * Does something with the file of a request where it lies, of at most so many bytes: 413 for more. Nothing is read of it before the
 * caller may send it.
 */
export async function withReceivedFile<Result>(
  call: ByteCall,
  most: number,
  work: (file: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  const { request, operate, services } = call
  const isForm = request.isMultipart()
  const [organizationId, known] = await operate(isForm ? 'write' : 'read', async (context) => {
    if (!isForm) return [context.organizationId, await fileOf(call, context, most)] as const
    await services.disk.assertRoomForUploads()
    const id = randomUUID()
    await scheduleObjectRemoval(context, id, longest)
    return [context.organizationId, { id, sha256: '' }] as const
  })
  const key = objectKey(organizationId, known.id)
  if (!isForm) {
    const fields = request.body as Record<string, unknown>
    return work({ key, sha256: known.sha256, organizationId, fields })
  }
  try {
    const fields = new Map<string, unknown>()
    const { sha256 } = await readUpload(
      request,
      (stream) => services.storage.put(key, Readable.from(atMost(stream, most)), 'application/octet-stream'),
      (name, text) => fields.set(name, text),
    )
    return await work({ key, sha256, organizationId, fields: Object.fromEntries(fields) })
  } finally {
    await services.storage.delete(key)
  }
}

async function fileOf({ request: { body } }: ByteCall, context: Context, most: number) {
  if (body === undefined) throw unsupportedMediaType()
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw notAnObject()
  const { file_id: id } = body as { file_id?: unknown }
  if (id === undefined || id === null) throw missingField('fileId')
  // What it answers is made of the bytes: a role that may not read files reads none this way either.
  context.demand(files.read)
  if (!isUuid(id)) throw unknownReference('fileId')
  const file = await context.refer(File, id.toLowerCase(), 'fileId')
  if (file.sizeBytes > most) throw payloadTooLarge()
  return { id: file.id, sha256: file.sha256 }
}

async function* atMost(stream: Readable, most: number) {
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) throw payloadTooLarge()
    yield chunk
  }
}
