import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#core/errors/problem'
import { anonymousCredentials } from '#core/http/credentials'
import { operate } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { createFairQueue } from '#core/runtime/fair-queue'
import { ObjectMissing } from '#core/storage/storage'
import { File } from '../files/file.entity.ts'
import { PreviewState } from '../files/preview-state.ts'
import { type PreviewSize, previewKey, previewContentType } from '../previews/preview-object.ts'
import { type ResolvedShare, loadShare } from './resolve-share.ts'
import { parseShareTicket, createShareAddress } from './share-ticket.ts'
import { isFileInFolder } from './shared-folder.ts'

/** As long as a password is remembered: whoever looks at a page goes on to see its pictures. */
const lifetime = 3_600_000

/** Who looks at which share. A page asks for a hundred at once, and none is counted: a few come at a time, and whoever asks for more waits alone. */
const keyOf = (organizationId: string, shareId: string, address: string) => `${organizationId} ${shareId} ${address}`

const turns = createFairQueue({
  places: 8,
  mostPerKey: 2,
  groups: { of: (key) => key.slice(0, key.indexOf(' ')), most: 3 },
  longestWait: 10_000,
  longestLine: 120,
})

/** The address of the preview of a file that is shown to whoever may look at a share; null where it has none. */
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

/** Answers the preview of an address that was shown: while the share may be looked at, and the file lies in it. */
export async function sendPreview(services: Services, size: PreviewSize, request: FastifyRequest, reply: FastifyReply) {
  const { ticket } = request.query as { ticket?: unknown }
  const { organizationId, shareId, id: fileId } = parseShareTicket(services, size, ticket)
  const bytes = await turns.run(keyOf(organizationId, shareId, services.addressOf(request.raw)), async () => {
    await operate(services, anonymousCredentials(request), 'read', async (context) => {
      context.enterPublic(organizationId)
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
