import sql from 'sql-template-tag'
import type { Role } from '#core/access/policy'
import { select } from '#core/database/select'
import { linkExpired, notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { shares } from './share.policy.ts'

/** A share as whoever has its link comes by it. */
export interface ResolvedShare {
  id: string
  fileId: string | null
  folderId: string | null
  passwordHash: string | null
  expiresAt: Date | null
  maxDownloads: number | null
  downloadCount: number
}

interface Kept extends Omit<ResolvedShare, 'expiresAt'> {
  expiresAt: string | null
  revoked: boolean
  /** Of whom has made it. */
  role: Role | null
}

/**
 * The share of a public link, in whose organization the operation is from then on; 404 where there is none, 410 where it was
 * revoked, is past its time, or spent, or who made it may not share any more.
 */
export const resolveShareToken = (context: Context, token: string): Promise<ResolvedShare> =>
  loadShare(context, { hash: context.enterByLink(token) })

/** The same, of an organization that the operation has entered. What has no download left is spent only for `isNew` ones. */
export async function loadShare(
  context: Context,
  by: { hash: Buffer } | { id: string },
  { isNew = true } = {},
): Promise<ResolvedShare> {
  const [found] = await context.query<Kept>(
    select`id, file_id as "fileId", folder_id as "folderId", password_hash as "passwordHash",
          expires_at as "expiresAt", max_downloads as "maxDownloads", download_count as "downloadCount", revoked,
          (select role from members where organization_id = ${context.organizationId} and id = shares.created_by) as role
        from shares where organization_id = ${context.organizationId}
          and ${'hash' in by ? sql`hash = ${by.hash}` : sql`id = ${by.id}`}`,
  )
  if (!found) throw notFound()
  const { revoked, role, ...share } = found
  const expiresAt = share.expiresAt === null ? null : new Date(share.expiresAt)
  const isPast = expiresAt !== null && expiresAt <= context.clock.now()
  const isSpent = isNew && share.maxDownloads !== null && share.downloadCount >= share.maxDownloads
  // What it shared is gone.
  const isEmpty = share.fileId === null && share.folderId === null
  const mayShare = role !== null && shares.write.has(role)
  if (revoked || isPast || isSpent || isEmpty || !mayShare) throw linkExpired()
  return { ...share, expiresAt }
}
