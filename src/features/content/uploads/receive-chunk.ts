import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { checksumMismatch, Problem, payloadTooLarge } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Services } from '#core/operation/services'
import type { ByteCall } from '#core/rest/bytes'
import type { Row } from '#core/schema/row'
import { ObjectMissing } from '#core/storage/storage'
import { malformedForm } from '#features/content/files/read-upload'
import { assembleFile, scheduleUploadCompletion } from './complete-upload.ts'
import { createPartKey } from './part-key.ts'
import { RequestBody } from './request-body.ts'
import { type UploadChecksum } from './tus.ts'
import type { Upload } from './upload.entity.ts'
import { assertOffset, loadUploadStatus, offsetConflict } from './upload-status.ts'

/**
 * Each part is stored with its row before the next one, so that a crash loses at most one. Parts below `least` are rewritten
 * together with what follows, which limits their number to about a hundred.
 */
const partBytes = { least: 1024 * 1024, most: 8 * 1024 * 1024 }

/** Seconds after which another process assembles the file, in case this one has died. */
const assembledWithin = 120

/** Position and parts of an upload. */
type UploadProgress = Pick<Row<Upload>, 'id' | 'sizeBytes' | 'receivedBytes' | 'parts' | 'tailBytes'> & {
  organizationId: string
}

/**
 * Appends the bytes of a request and assembles the file when complete; returns the new offset. Nothing is locked while bytes
 * arrive: a part is only added if the offset is unchanged.
 */
export async function receiveChunk(
  { request, operate, services }: ByteCall,
  begun: UploadProgress,
  checksum: UploadChecksum | null,
): Promise<number> {
  assertContentLength(request, begun.sizeBytes - begun.receivedBytes)
  const body = new RequestBody(request.raw)
  let at = begun
  try {
    for (let first = await body.next(); first; first = await body.next()) {
      const part = await store(services, at, { body, first, checksum }).catch(async (error) => {
        // Another request has already joined the previous part.
        if (error instanceof ObjectMissing)
          await operate('write', async (context) =>
            assertOffset(await loadUploadStatus(context, at.id), at.receivedBytes),
          )
        throw error
      })
      try {
        if (checksum) assertChecksum(body, checksum)
        const after = advanced(at, part)
        await operate('write', (context) => advance(context, at, after))
        at = after
      } catch (error) {
        // After an unexpected error it is unknown whether the commit succeeded; then it is removed with the upload.
        if (error instanceof Problem) await services.storage.delete(createPartKey(at, part.id))
        throw error
      }
      if (part.joined) await services.storage.delete(createPartKey(at, part.joined))
    }
    // An empty body has a checksum too.
    if (checksum && at === begun) assertChecksum(body, checksum)
  } finally {
    body.release()
  }
  if (at.receivedBytes === at.sizeBytes) await assembleFile(services, at.organizationId, at.id)
  if (body.fault) throw body.fault instanceof Problem ? body.fault : malformedForm()
  return at.receivedBytes
}

/** 413 if the announced length exceeds the rest of the file. */
export function assertContentLength({ headers }: FastifyRequest, room: number) {
  if (Number(headers['content-length'] ?? 0) > room) throw payloadTooLarge()
}

/** A stored part that is not yet added. */
interface Part {
  id: string
  /** Key of the previous part that it includes. */
  joined: string | null
  sizeBytes: number
}

async function store(
  { storage }: Pick<Services, 'storage'>,
  at: UploadProgress,
  { body, first, checksum }: { body: RequestBody; first: Buffer; checksum: UploadChecksum | null },
): Promise<Part> {
  const id = randomUUID()
  const joined = at.tailBytes < partBytes.least ? (at.parts.at(-1) ?? null) : null
  const room = at.sizeBytes - at.receivedBytes
  // With a checksum, a chunk is stored completely or not at all.
  const most = checksum ? Number.POSITIVE_INFINITY : partBytes.most
  async function* bytes() {
    if (joined) yield* await storage.get(createPartKey(at, joined))
    let size = 0
    // Reads ahead to know whether the file ends with this part.
    for (let chunk: Buffer | null = first; chunk; chunk = size < most || size === room ? await body.next() : null) {
      size += chunk.length
      if (size > room) throw payloadTooLarge()
      checksum?.hash.update(chunk)
      yield chunk
    }
  }
  const whole = Readable.from(bytes(), { objectMode: false })
  const { sizeBytes } = await storage.put(createPartKey(at, id), whole, 'application/octet-stream')
  return { id, joined, sizeBytes }
}

function assertChecksum(body: RequestBody, { hash, digest }: UploadChecksum) {
  if (body.fault) throw body.fault instanceof Problem ? body.fault : malformedForm()
  if (hash.digest('base64') !== digest) throw checksumMismatch()
}

const advanced = (at: UploadProgress, { id, joined, sizeBytes }: Part): UploadProgress => ({
  ...at,
  receivedBytes: at.receivedBytes + sizeBytes - (joined ? at.tailBytes : 0),
  parts: [...(joined ? at.parts.slice(0, -1) : at.parts), id],
  tailBytes: sizeBytes,
})

/** Adds a part; 409 if the offset has changed, 404 if the upload is gone. */
async function advance(context: Context, { id, receivedBytes }: UploadProgress, after: UploadProgress) {
  const { organizationId } = context
  const [row] = await context.writeReturning(
    sql`update uploads set received_bytes = ${after.receivedBytes}, parts = ${after.parts}::uuid[],
          tail_bytes = ${after.tailBytes}, updated_at = now(), version = version + 1
        where organization_id = ${organizationId} and id = ${id} and received_bytes = ${receivedBytes} returning id`,
  )
  if (!row) throw offsetConflict((await loadUploadStatus(context, id)).receivedBytes)
  if (after.receivedBytes === after.sizeBytes) await scheduleUploadCompletion(context, id, assembledWithin)
}
