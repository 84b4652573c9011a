import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Problem } from '#core/errors/problem'
import { runIdempotent, versionEtag } from '#core/http/idempotency'
import type { Context } from '#core/operation/context'
import type { ByteCall, ByteRoute } from '#core/rest/bytes'
import { sendResponse } from '#core/rest/routes'
import { createObjectKey } from '#core/storage/object-key'
import { acceptMultipart } from './accept-multipart.ts'
import { addFiles } from './add-files.ts'
import { files } from './file.policy.ts'
import { Folder } from './folder.entity.ts'
import { readUpload, type Upload } from './read-upload.ts'
import { assertStorageQuota } from './storage-quota.ts'
import { scheduleObjectRemoval } from './stored-object.ts'
import { maxUploadSeconds, withUploadTimeout } from './upload-timeout.ts'

/** Path for browsers, which post a form with a signed address instead of a token. */
export const uploadTicketPath = '/uploads'

export const uploadRoute: ByteRoute = {
  method: 'post',
  path: '/storage/files',
  signedPath: uploadTicketPath,
  may: files.write,
  contentType: 'application/json',
  operationId: 'uploadFile',
  summary: 'Uploads a file of at most 100 MB.',
  creates: 'File',
  form: {
    type: 'object',
    required: ['file'],
    properties: {
      file: {
        type: 'string',
        format: 'binary',
        minLength: 1,
        description: 'Content of the file, 1 to 104,857,600 bytes.',
      },
      folder_id: { type: 'string', format: 'uuid', description: 'Folder that it is put into; none unless sent.' },
    },
  },
  prepare: acceptMultipart,
  handle: (call) => withUploadTimeout(call.request, async () => sendResponse(call.reply, await upload(call))),
}

/** The bytes are received between two transactions: the first authorizes, the second creates the file. */
async function upload({ services, request, operate }: ByteCall) {
  const fileId = randomUUID()
  const key = await operate('write', async (context) => {
    await services.disk.assertRoomForUploads()
    await scheduleObjectRemoval(context, fileId, 2 * maxUploadSeconds)
    return createObjectKey(context.organizationId, fileId)
  })
  const discard = () => services.storage.delete(key)
  const stored = { done: false }
  try {
    const form = await readUpload(request, async (bytes) => {
      const result = await services.storage.put(key, bytes, 'application/octet-stream')
      stored.done = true
      return result
    })
    const answer = await operate('write', (context) => keep(context, request, fileId, form))
    if (answer.replayed) await discard()
    return answer
  } catch (error) {
    // After an unexpected error it is unknown whether the commit succeeded, so the job decides.
    if (stored.done && error instanceof Problem) await discard()
    throw error
  }
}

function keep(context: Context, request: FastifyRequest, id: string, { folderId, ...file }: Upload) {
  const { name, sha256 } = file
  return runIdempotent(context, request, { name, folderId, sha256 }, async () => {
    if (folderId) await context.readReferenced(Folder, folderId, 'folderId')
    await assertStorageQuota(context, file.sizeBytes)
    const [entity] = await addFiles(context, [{ id, ...file, folderId, uploadedBy: context.member.id }])
    const body = await context.services.represent('File', entity, context)
    return { status: 201, body: JSON.stringify(body), etag: versionEtag(body) }
  })
}
