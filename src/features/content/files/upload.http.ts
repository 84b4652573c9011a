import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { credentialsOfTicket } from '#core/access/ticket'
import type { Context } from '#core/context'
import { Problem } from '#core/errors'
import { admit } from '#core/graphql/guard'
import { credentialsOf } from '#core/http/credentials'
import { heed } from '#core/http/server'
import { type Credentials, operate } from '#core/operation'
import type { ByteRoute } from '#core/rest/openapi'
import { basePath, oncePerKey, send } from '#core/rest/routes'
import type { Services } from '#core/services'
import { preferredLanguage } from '#core/text/language'
import { File } from './file.entity.ts'
import { files } from './file.policy.ts'
import { Folder } from './folder.entity.ts'
import { linger } from './linger.ts'
import { readUpload, type Upload } from './read-upload.ts'
import { assertRoom } from './storage-quota.ts'
import { objectKey, removeUnlessKept } from './stored-object.ts'

/** The upload, as OpenAPI tells it. */
export const uploadRoute: ByteRoute = {
  method: 'post',
  path: '/storage/files',
  contentType: 'application/json',
  operationId: 'uploadFile',
  summary: 'Uploads a file of at most 100 MB.',
  creates: 'File',
  form: {
    type: 'object',
    required: ['file'],
    properties: {
      file: { type: 'string', format: 'binary', description: '1 to 104,857,600 bytes.' },
      folder_id: { type: 'string', format: 'uuid' },
    },
  },
}

/** Where a browser posts its form, which has no token to send. */
export const ticketPath = '/uploads'

/** Longer no upload lasts. */
const longestUpload = { milliseconds: 3_600_000, seconds: 3600 }
/** Mounts it. */
export function mountUpload(app: FastifyInstance, services: Services) {
  app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false })
    scope.addHook('onSend', async (request, reply, payload) => {
      if (!request.raw.complete) linger(request, reply)
      return payload
    })
    const take =
      (credentialsFor: (request: FastifyRequest, reply: FastifyReply) => Credentials | Promise<Credentials>) =>
      async (request: FastifyRequest, reply: FastifyReply) => {
        const clock = setTimeout(() => request.raw.destroy(), longestUpload.milliseconds).unref()
        try {
          return send(reply, await upload(services, request, await credentialsFor(request, reply)))
        } finally {
          clearTimeout(clock)
        }
      }
    scope.post(`${basePath}${uploadRoute.path}`, take(credentialsOf))
    scope.post(
      ticketPath,
      // Counted by the token of its ticket.
      { config: { isUncounted: true } },
      take(async ({ query, headers, raw }, reply) => {
        const { ticket } = query as { ticket?: unknown }
        const credentials = credentialsOfTicket(
          services,
          ticket,
          ticketPath,
          preferredLanguage(headers['accept-language']),
        )
        heed(await services.rate.countToken(credentials.bearer, services.addressOf(raw)), reply)
        return credentials
      }),
    )
  })
}

/** Takes the bytes between two transactions: the first asks who it is, the second keeps what came. */
async function upload(services: Services, request: FastifyRequest, credentials: Credentials) {
  const fileId = randomUUID()
  const key = await operate(services, credentials, 'write', async (context) => {
    admit({ extensions: { may: files.write } }, context, true)
    await removeUnlessKept(context, fileId, 2 * longestUpload.seconds)
    return objectKey(context.organizationId, fileId)
  })
  const discard = () => services.storage.delete(key)
  const stored = { done: false }
  try {
    const form = await readUpload(request, async (bytes) => {
      const result = await services.storage.put(key, bytes, 'application/octet-stream')
      stored.done = true
      return result
    })
    const answer = await operate(services, credentials, 'write', (context) => keep(context, request, fileId, form))
    if (answer.replayed) await discard()
    return answer
  } catch (error) {
    // Of a fault nobody knows whether it came before the commit or after: then the job that waits decides.
    if (stored.done && error instanceof Problem) await discard()
    throw error
  }
}

function keep(context: Context, request: FastifyRequest, id: string, { folderId, ...file }: Upload) {
  admit({ extensions: { may: files.write } }, context, true)
  const { name, sha256 } = file
  return oncePerKey(context, request, { name, folderId, sha256 }, async () => {
    if (folderId) await context.refer(Folder, folderId, 'folderId')
    await assertRoom(context, file.sizeBytes)
    const entity = context.create(File, { id, ...file, folderId, uploadedBy: context.member.id })
    await context.settle()
    const body = await context.services.represent('File', entity, context)
    return { status: 201, body: JSON.stringify(body) }
  })
}
