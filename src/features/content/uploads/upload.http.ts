import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { conflict, notFound, payloadTooLarge, unsupportedMediaType } from '#core/errors/problem'
import { runIdempotent } from '#core/http/idempotency'
import { basePath } from '#core/http/path'
import type { Context } from '#core/operation/context'
import type { ByteCall, ByteRoute } from '#core/rest/bytes'
import { isUuid } from '#core/schema/scalars'
import { files } from '#features/content/files/file.policy'
import { Folder } from '#features/content/files/folder.entity'
import { emptyFile, maxFileBytes } from '#features/content/files/read-upload'
import { assertStorageQuota } from '#features/content/files/storage-quota'
import { maxUploadSeconds, withUploadTimeout } from '#features/content/files/upload-timeout'
import { scheduleUploadCompletion } from './complete-upload.ts'
import { assertUploadLimit } from './open-uploads.ts'
import { assertContentLength, receiveChunk } from './receive-chunk.ts'
import {
  assertTusVersion,
  chunkType,
  enableTus,
  hasChunkBody,
  parseByteCount,
  parseChecksum,
  parseUploadMetadata,
  tusOptions,
} from './tus.ts'
import { Upload } from './upload.entity.ts'
import { assertOffset, loadUploadStatus, type UploadStatus } from './upload-status.ts'

/** Seconds until an incomplete upload expires. */
const lifetime = 24 * 3600

const path = '/storage/uploads'

const tusRoute = (
  route: Pick<ByteRoute, 'method' | 'path' | 'operationId' | 'summary'> & Partial<ByteRoute>,
  handle: ByteRoute['handle'],
) =>
  ({
    ...route,
    refuses: ['precondition_failed', ...(route.refuses ?? [])],
    parameters: [header('Tus-Resumable', 'Version of the protocol.', '1.0.0'), ...(route.parameters ?? [])],
    may: files.write,
    optionsHeaders: tusOptions,
    prepare: enableTus,
    handle(call) {
      assertTusVersion(call.request, call.reply)
      return handle(call)
    },
  }) satisfies ByteRoute

const header = (name: string, description: string, example?: string) => ({
  name,
  in: 'header',
  required: example !== undefined,
  description,
  schema: { type: 'string' },
  ...(example !== undefined && { example }),
})

const checksumHeader = header(
  'Upload-Checksum',
  '`sha1` or `sha256`, and the digest of the bytes sent, in base64; 460 where they have another, and none of them is kept.',
)
const offset = { 'Upload-Offset': 'How many bytes have arrived.' }
const expires = { 'Upload-Expires': 'Until when the upload can go on.' }

const creationRoute = tusRoute(
  {
    method: 'post',
    path,
    operationId: 'createUpload',
    summary:
      'Begins an upload that continues after a break (tus 1.0.0). The file has its id once it has arrived whole, within 24 hours.',
    contentType: 'application/json',
    status: 201,
    answer: {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'string', format: 'uuid', description: 'Of the upload, and of the file later.' } },
    },
    parameters: [
      header('Upload-Length', 'Size of the file, 1 to 104,857,600 bytes.', '24'),
      header(
        'Upload-Metadata',
        '`filename` and `folder_id`, each with its value in base64, separated by commas: `filename aG91cnMudHh0`.',
      ),
      checksumHeader,
    ],
    sends: { type: chunkType, isOptional: true },
    tells: { Location: 'Where the upload goes on.', ...offset, ...expires },
    refuses: ['checksum_mismatch'],
  },
  async (call) => {
    const { request, reply, operate, services } = call
    const sizeBytes = parseByteCount(request, 'Upload-Length')
    const sent = request.headers['upload-metadata']
    const metadata = typeof sent === 'string' ? sent : null
    const said = parseUploadMetadata(metadata ?? undefined)
    if (sizeBytes === 0) throw emptyFile()
    if (sizeBytes > maxFileBytes) throw payloadTooLarge()
    const brings = hasChunkBody(request)
    if (brings) assertContentLength(request, sizeBytes)
    const checksum = parseChecksum(request)
    const answer = await operate('write', (context) =>
      runIdempotent(context, request, { sizeBytes, metadata }, async () => {
        const { folderId } = said
        if (folderId) await context.readReferenced(Folder, folderId, 'folderId')
        await assertUploadLimit(context)
        await services.disk.assertRoomForUploads()
        await assertStorageQuota(context, sizeBytes)
        const expiresAt = new Date(context.clock.now().getTime() + lifetime * 1000)
        const { id } = context.create(Upload, {
          ...said,
          sizeBytes,
          metadata,
          uploadedBy: context.member.id,
          expiresAt,
        })
        // Later than any request may take.
        await scheduleUploadCompletion(context, id, lifetime + 2 * maxUploadSeconds)
        return { status: 201, body: JSON.stringify({ id }) }
      }),
    )
    const { id } = JSON.parse(answer.body ?? '') as { id: string }
    if (answer.replayed) reply.header('idempotent-replayed', 'true')
    const standing =
      brings && !answer.replayed
        ? await receiveBytes(call, id, 0, checksum)
        : await operate('read', (context) => loadUploadStatus(context, id))
    return reply
      .code(201)
      .headers({ location: `${new URL(services.publicUrl).pathname.replace(/\/$/, '')}${basePath}${path}/${id}` })
      .headers(statusHeaders(standing))
      .type('application/json; charset=utf-8')
      .send(answer.body)
  },
)

const statusRoute = tusRoute(
  {
    method: 'head',
    path: `${path}/{id}`,
    operationId: 'getUpload',
    summary: 'How much of an upload has arrived.',
    tells: { ...offset, 'Upload-Length': 'Size of the file.', 'Upload-Metadata': 'What was said of it.', ...expires },
    refuses: ['expired'],
  },
  async ({ request, reply, operate }) => {
    const standing = await operate('read', (context) => loadUploadStatus(context, parseUploadId(request)))
    const metadata = standing.upload?.metadata
    return reply
      .headers({ ...statusHeaders(standing), 'upload-length': String(standing.sizeBytes) })
      .headers(metadata ? { 'upload-metadata': metadata } : {})
      .send()
  },
)

const continuationRoute = tusRoute(
  {
    method: 'patch',
    path: `${path}/{id}`,
    operationId: 'continueUpload',
    summary: 'Sends what comes next of an upload. What has arrived counts, also where the request breaks off.',
    parameters: [
      header('Upload-Offset', 'How many bytes have arrived: 409 where it is another number.', '0'),
      checksumHeader,
    ],
    sends: { type: chunkType },
    status: 204,
    tells: { ...offset, ...expires },
    refuses: ['expired', 'checksum_mismatch'],
  },
  async (call) => {
    const { request, reply } = call
    if (!hasChunkBody(request)) throw unsupportedMediaType()
    const standing = await receiveBytes(
      call,
      parseUploadId(request),
      parseByteCount(request, 'Upload-Offset'),
      parseChecksum(request),
    )
    return reply.code(204).headers(statusHeaders(standing)).send()
  },
)

const terminationRoute = tusRoute(
  {
    method: 'delete',
    path: `${path}/{id}`,
    operationId: 'deleteUpload',
    summary: 'Gives an upload up, with what has arrived of it.',
    status: 204,
  },
  async ({ request, reply, operate }) => {
    await operate('write', (context) => cancelUpload(context, parseUploadId(request)))
    return reply.code(204).send()
  },
)

export const uploadRoutes = [creationRoute, statusRoute, continuationRoute, terminationRoute]

/** Receives the body of a request; 409 if the offset differs. */
async function receiveBytes(call: ByteCall, id: string, offset: number, checksum: ReturnType<typeof parseChecksum>) {
  const { request, operate } = call
  const { organizationId, ...standing } = await operate('write', async (context) => ({
    organizationId: context.organizationId,
    ...(await loadUploadStatus(context, id)),
  }))
  assertOffset(standing, offset)
  // A completed upload accepts nothing more.
  const begun = { parts: [], tailBytes: 0, ...(standing.upload ?? standing), id, organizationId }
  const receivedBytes = await withUploadTimeout(request, () => receiveChunk(call, begun, checksum))
  return { ...standing, receivedBytes }
}

/** Headers with offset and length. */
const statusHeaders = ({ receivedBytes, upload }: UploadStatus) => ({
  'upload-offset': String(receivedBytes),
  ...(upload && { 'upload-expires': new Date(upload.expiresAt).toUTCString() }),
})

async function cancelUpload(context: Context, id: string) {
  const { organizationId, member } = context
  const [gone] = await context.writeReturning(
    sql`delete from uploads
        where organization_id = ${organizationId} and id = ${id} and uploaded_by = ${member.id}
          and received_bytes < size_bytes returning id`,
  )
  if (gone) return scheduleUploadCompletion(context, id)
  await loadUploadStatus(context, id)
  throw uploadComplete()
}

function parseUploadId({ params }: FastifyRequest): string {
  const { id } = params as { id: string }
  if (!isUuid(id)) throw notFound()
  return id.toLowerCase()
}

const uploadComplete = () =>
  conflict('invalid_state', {
    de: 'Dieser Upload ist vollständig: Die Datei wird unter /storage/files gelöscht.',
    en: 'This upload is whole: its file is deleted at /storage/files.',
  })
