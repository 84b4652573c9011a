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
import { createPartKey } from './part-key.ts'
import { RequestBody } from './request-body.ts'
import { assembleFile, scheduleUploadCompletion } from './complete-upload.ts'
import { assertOffset, loadUploadStatus, offsetConflict } from './upload-status.ts'
import { type UploadChecksum } from './tus.ts'
import type { Upload } from './upload.entity.ts'

/**
 * A part is kept, with its row, before the next begins: so much is lost at most where the process is killed. What is
 * smaller than the least is written again, with what follows it: so that there are a hundred parts at most.
 */
const partBytes = { least: 1024 * 1024, most: 8 * 1024 * 1024 }

/** Seconds after which somebody else makes the file of what has arrived, where the one who was about to has died. */
const assembledWithin = 120

/** Where the bytes of an operation lie, and how far they are. */
type UploadProgress = Pick<Row<Upload>, 'id' | 'sizeBytes' | 'receivedBytes' | 'parts' | 'tailBytes'> & {
  organizationId: string
}

/**
 * Takes the bytes of a request at the end of what has arrived before; what is whole then becomes its file. Answers
 * how many there are. Nothing is locked while they come: each part is added where nobody else has added one since.
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
        // What this part was to be joined with was joined by somebody else.
        if (error instanceof ObjectMissing)
          await operate('write', async (context) => assertOffset(await loadUploadStatus(context, at.id), at.receivedBytes))
        throw error
      })
      try {
        if (checksum) assertChecksum(body, checksum)
        const after = advanced(at, part)
        await operate('write', (context) => advance(context, at, after))
        at = after
      } catch (error) {
        // Of a fault nobody knows whether it came before the commit or after: then it goes with the upload.
        if (error instanceof Problem) await services.storage.delete(createPartKey(at, part.id))
        throw error
      }
      if (part.joined) await services.storage.delete(createPartKey(at, part.joined))
    }
    // Nothing has a checksum as well.
    if (checksum && at === begun) assertChecksum(body, checksum)
  } finally {
    body.release()
  }
  if (at.receivedBytes === at.sizeBytes) await assembleFile(services, at.organizationId, at.id)
  if (body.fault) throw body.fault instanceof Problem ? body.fault : malformedForm()
  return at.receivedBytes
}

/** 413 where more is to come than is left of the file. */
export function assertContentLength({ headers }: FastifyRequest, room: number) {
  if (Number(headers['content-length'] ?? 0) > room) throw payloadTooLarge()
}

/** Bytes that are kept, and not yet added. */
interface Part {
  id: string
  /** The part that is in it as well. */
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
  // What has a checksum is kept as a whole or not at all.
  const most = checksum ? Number.POSITIVE_INFINITY : partBytes.most
  async function* bytes() {
    if (joined) yield* await storage.get(createPartKey(at, joined))
    let size = 0
    // Whether the file ends here is known before its last part is added.
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

/** Adds a part; 409 where another one was added there, 404 where the upload has gone. */
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
