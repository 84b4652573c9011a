import sql from 'sql-template-tag'
import { invalidField, linkExpired, unknownReference } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { createObjectKey } from '#core/storage/object-key'
import { File } from '../files/file.entity.ts'
import type { SignedAddress } from '../files/signed-address.ts'
import { recordAccess } from './access-log.ts'
import type { ResolvedShare } from './resolve-share.ts'
import { ShareAccessKind } from './share-access.entity.ts'
import { createShareAddress } from './share-ticket.ts'
import { assertFitsZip, isFileInFolder, readFolderExtent, readFolderPath } from './shared-folder.ts'

/** Seconds; at most as long as the share. */
const longestLifetime = 300

/** What to download: a file, or a folder as ZIP. */
export interface DownloadSelection {
  fileId?: string | null | undefined
  folderId?: string | null | undefined
}

/**
 * Returns a download address and counts the download; 410 if none is left, also for concurrent requests. The address is valid
 * for five minutes; that of a ZIP ends when the share is revoked.
 */
export async function downloadShare(
  context: Context,
  share: ResolvedShare,
  wanted: DownloadSelection,
): Promise<SignedAddress & { name: string }> {
  const { clock, sender } = context
  const now = clock.now()
  const second = Math.floor(now.getTime() / 1000)
  const ends = Math.floor((share.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) / 1000)
  const expiresInSeconds = Math.min(longestLifetime, ends - second)
  // Less than a second is left.
  if (expiresInSeconds < 1) throw linkExpired()
  const expiresAt = new Date((second + expiresInSeconds) * 1000)
  const { name, address } = await addressOf(context, share, wanted)
  const url = await address(expiresInSeconds, expiresAt)
  await countDownload(context, share)
  await recordAccess(context, {
    shareId: share.id,
    kind: ShareAccessKind.downloaded,
    name,
    address: sender.address,
    at: now,
  })
  return { url, expiresAt, name }
}

interface Named {
  name: string
  address(expiresInSeconds: number, expiresAt: Date): string | Promise<string>
}

async function addressOf(
  context: Context,
  share: ResolvedShare,
  { fileId, folderId }: DownloadSelection,
): Promise<Named> {
  const { organizationId, services } = context
  const isFile = share.fileId !== null
  if (fileId && folderId)
    throw invalidField('folderId', { de: 'steht nur ohne file_id', en: 'stands without file_id alone' })
  if (isFile && folderId) throw unknownReference('folderId')
  if (isFile || fileId) {
    if (isFile && fileId && fileId !== share.fileId) throw unknownReference('fileId')
    const file = await context.readReferenced(File, share.fileId ?? fileId ?? '', 'fileId')
    if (share.folderId !== null && !(await isFileInFolder(context, share.folderId, file)))
      throw unknownReference('fileId')
    const { name, contentType } = file
    return {
      name,
      address: (expiresInSeconds) =>
        services.storage.signedUrl(createObjectKey(organizationId, file.id), {
          filename: name,
          contentType,
          expiresInSeconds,
        }),
    }
  }
  const rootId = share.folderId ?? ''
  const path = await readFolderPath(context, rootId, folderId ?? rootId).catch(() => {
    throw unknownReference('folderId')
  })
  const folder = path.at(-1) as { id: string; name: string }
  assertFitsZip(await readFolderExtent(context, folder.id))
  return {
    name: `${folder.name}.zip`,
    address: (_, expiresAt) =>
      createShareAddress(services, 'zip', { organizationId, shareId: share.id, id: folder.id, expiresAt }),
  }
}

/** Counts atomically, whatever was read before. */
async function countDownload(context: Context, { id }: ResolvedShare): Promise<void> {
  const { organizationId, clock } = context
  const now = clock.now()
  const counted = await context.writeReturning(
    sql`update shares set download_count = download_count + 1, version = version + 1, updated_at = ${now}
        where organization_id = ${organizationId} and id = ${id} and not revoked
          and (expires_at is null or expires_at > ${now})
          and (max_downloads is null or download_count < max_downloads)
        returning id`,
  )
  if (!counted.length) throw linkExpired()
}
