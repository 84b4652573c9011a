import type { FastifyReply, FastifyRequest } from 'fastify'
import { anonymousCredentials } from '#core/http/credentials'
import { requestedLanguage } from '#core/http/form-page'
import { closeAfterTimeout, emptyStream, releaseOnClose } from '#core/http/large-responses'
import { enforceResponseDataRate } from '#core/http/response-data-rate'
import { operate } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { createFairQueue } from '#core/runtime/fair-queue'
import { formatContentDisposition } from '#core/storage/storage'
import { createFolderZip } from './folder-zip.ts'
import { loadShare } from './resolve-share.ts'
import { parseShareTicket } from './share-ticket.ts'
import { readFolderPath, readFolderTree } from './shared-folder.ts'
import { assignZipPaths } from './zip-names.ts'

/** Concurrent ZIPs per process and per organization. */
const zipPlaces = { inAll: 8, ofOrganization: 3 }

const turns = createFairQueue({
  maxConcurrent: zipPlaces.inAll,
  maxPerKey: zipPlaces.ofOrganization,
  maxWaitMs: 10_000,
  maxWaitingPerKey: 20,
})

/** Limit of a ZIP download. */
const longestMs = 3 * 60 * 60_000

/**
 * Sends a ZIP. Its list is read in a transaction that ends before the first byte, so slow readers hold no connection; very slow
 * ones are disconnected.
 */
export async function sendZip(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const { ticket } = request.query as { ticket?: unknown }
  const { organizationId, shareId, id: folderId } = parseShareTicket(services, 'zip', ticket)
  const isAsked = request.method !== 'HEAD'
  if (isAsked) releaseOnClose(reply, await turns.acquire(organizationId))
  const tree = await operate(services, anonymousCredentials(request), 'read', async (context) => {
    context.enterPublicPage(organizationId)
    const share = await loadShare(context, { id: shareId }, { isNew: false })
    await readFolderPath(context, share.folderId ?? '', folderId)
    return readFolderTree(context, folderId)
  })
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': formatContentDisposition(`${tree.folders[0]?.name ?? 'download'}.zip`),
    'content-security-policy': "sandbox; default-src 'none'",
  })
  if (!isAsked) return reply.send(emptyStream())
  enforceResponseDataRate(reply)
  closeAfterTimeout(longestMs, request, reply)
  return reply.send(createFolderZip(services, organizationId, assignZipPaths(tree), requestedLanguage(request) ?? 'de'))
}
