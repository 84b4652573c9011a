import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#core/errors/problem'
import { anonymousCredentials } from '#core/http/credentials'
import { operate } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { createFairQueue } from '#core/runtime/fair-queue'
import { ObjectMissing } from '#core/storage/storage'
import { File } from '../files/file.entity.ts'
import { PreviewState } from '../files/preview-state.ts'
import { type PreviewSize, previewContentType, previewKey } from '../previews/preview-object.ts'
import { loadShare, type ResolvedShare } from './resolve-share.ts'
import { createShareAddress, parseShareTicket } from './share-ticket.ts'
import { isFileInFolder } from './shared-folder.ts'

/** As long as an entered password. */
const lifetime = 3_600_000

/** One queue per visitor and share: a page loads a hundred previews that are not rate-limited. */
const keyOf = (organizationId: string, shareId: string, address: string) => `${organizationId} ${shareId} ${address}`

const turns = createFairQueue({
  maxConcurrent: 8,
  maxPerKey: 2,
  groups: { of: (key) => key.slice(0, key.indexOf(' ')), most: 3 },
  maxWaitMs: 10_000,
  maxWaitingPerKey: 120,
})

/** Null if the file has no preview. */
export function previewAddress(
  { publicUrl, secrets, clock }: Pick<Services, 'publicUrl' | 'secrets' | 'clock'>,
  organizationId: string,
  { id: shareId }: ResolvedShare,
  file: { id: string; preview: PreviewState },
  size: PreviewSize,
): string | null {
  if (file.preview !== PreviewState.ready) return null
  const expiresAt = new Date(clock.now().getTime() + lifetime)
  return createShareAddress({ publicUrl, secrets }, size, { organizationId, shareId, id: file.id, expiresAt })
}

/** Sends a preview if the share is still accessible and contains the file. */
export async function sendPreview(services: Services, size: PreviewSize, request: FastifyRequest, reply: FastifyReply) {
  const { ticket } = request.query as { ticket?: unknown }
  const { organizationId, shareId, id: fileId } = parseShareTicket(services, size, ticket)
  const bytes = await turns.run(keyOf(organizationId, shareId, services.getClientAddress(request.raw)), async () => {
    await operate(services, anonymousCredentials(request), 'read', async (context) => {
      context.enterPublicPage(organizationId)
      const share = await loadShare(context, { id: shareId })
      const file = await context.read(File, fileId)
      const isShared =
        share.folderId === null ? share.fileId === fileId : await isFileInFolder(context, share.folderId, file)
      if (!isShared) throw notFound()
    })
    return services.storage.read(previewKey({ organizationId, fileId }, size)).catch((error: unknown) => {
      throw error instanceof ObjectMissing ? notFound() : error
    })
  })
  return reply
    .header('content-security-policy', "sandbox; default-src 'none'")
    .type(previewContentType)
    .send(Buffer.from(bytes))
}
