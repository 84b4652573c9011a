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
import { createObjectKey } from '#core/storage/object-key'
import { ObjectMissing } from '#core/storage/storage'
import { acceptMultipart } from './accept-multipart.ts'
import { File } from './file.entity.ts'
import { files } from './file.policy.ts'
import { readUpload } from './read-upload.ts'
import { scheduleObjectRemoval } from './stored-object.ts'

/** OpenAPI description of a route that reads a file without keeping it: as a form, or by the id of an uploaded file. */
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

/** Files in memory at once, one per organization. Uploads wait in the storage. */
const turns = createFairQueue({ maxConcurrent: 2, maxWaitMs: 30_000, maxWaitingPerKey: 20 })

/** Seconds that such a request may take. */
const longest = 3600

/** A received file in the storage. */
export interface ReceivedFile {
  key: string
  sha256: string
  organizationId: string
  /** Fields of the JSON body, or text parts of the form. */
  fields: Readonly<Record<string, unknown>>
}

/** A received file with its bytes. */
export type LoadedFile = ReceivedFile & { bytes: Uint8Array }

/** Runs work with the bytes of a received file; 413 if it is larger than `most`. */
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

/** 422 if the bytes of the referenced file no longer exist. */
export const throwMissingFile = (error: unknown): never => {
  throw error instanceof ObjectMissing ? unknownReference('fileId') : error
}

/**
 * Runs work with a received file in the storage; 413 if it is larger than `most`. The body is only read if the caller is
 * authorized.
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
  const key = createObjectKey(organizationId, known.id)
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
  // The response is derived from the bytes, so reading files must be allowed.
  context.assertMay(files.read)
  if (!isUuid(id)) throw unknownReference('fileId')
  const file = await context.readReferenced(File, id.toLowerCase(), 'fileId')
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
