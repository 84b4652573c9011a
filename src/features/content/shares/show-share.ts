import { notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { File } from '../files/file.entity.ts'
import type { PreviewState } from '../files/preview-state.ts'
import { PreviewSize } from '../previews/preview-object.ts'
import { recordView } from './access-log.ts'
import { type PublicShare, ShareKind } from './public-share.type.ts'
import type { ResolvedShare } from './resolve-share.ts'
import { previewAddress } from './send-preview.ts'
import { readFolderEntries, readFolderPath } from './shared-folder.ts'

/** The requested folder and page. */
export interface FolderView {
  folderId?: string | null | undefined
  page?: number | undefined
  perPage?: number | undefined
}

/** What is shown before the password is entered. */
export async function showLocked(context: Context, share: ResolvedShare): Promise<PublicShare> {
  const { name, legalName } = await readOrganization(context)
  return {
    kind: share.folderId === null ? ShareKind.file : ShareKind.folder,
    ...{ name: null, sizeBytes: null, contentType: null, previewUrl: null, path: [], entries: [], total: 0 },
    sharedBy: legalName ?? name,
    passwordProtected: share.passwordHash !== null,
    expiresAt: share.expiresAt,
    downloadsLeft: share.maxDownloads === null ? null : share.maxDownloads - share.downloadCount,
  }
}

/** What is shown with access; 404 for a folder outside of the share. Records the view. */
export async function showShare(
  context: Context,
  share: ResolvedShare,
  { folderId, page = 1, perPage = 100 }: FolderView,
): Promise<PublicShare> {
  const shown = await showLocked(context, share)
  const previewOf = (file: { id: string; preview: PreviewState }, size: PreviewSize) =>
    previewAddress(context.services, context.organizationId, share, file, size)
  recordView(context, share.id)
  if (share.fileId !== null) {
    if (folderId) throw notFound()
    const file = await context.read(File, share.fileId)
    const { name, sizeBytes, contentType } = file
    return { ...shown, name, sizeBytes, contentType, previewUrl: previewOf(file, PreviewSize.large) }
  }
  const rootId = share.folderId ?? ''
  const path = await readFolderPath(context, rootId, folderId ?? rootId)
  const here = path.at(-1)
  if (!here) throw notFound()
  const { rows, total } = await readFolderEntries(context, here.id, { page, perPage })
  const entries = rows.map(({ preview, ...entry }) => ({
    ...entry,
    previewUrl: previewOf({ id: entry.id, preview }, PreviewSize.small),
  }))
  return { ...shown, name: here.name, path, entries, total }
}
