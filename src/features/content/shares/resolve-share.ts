import sql from 'sql-template-tag'
import type { Role } from '#core/access/policy'
import { select } from '#core/database/select'
import { linkExpired, notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { shares } from './share.policy.ts'

/** A share as resolved from its token. */
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
  /** Role of its creator. */
  role: Role | null
}

/**
 * Resolves a token and enters its organization; 404 if unknown, 410 if the share is revoked, expired or used up, or its creator
 * may no longer share.
 */
export const resolveShareToken = (context: Context, token: string): Promise<ResolvedShare> =>
  loadShare(context, { hash: context.enterByLink(token) })

/** Loads a share of the current organization. Used-up shares are only rejected for new downloads (`isNew`). */
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
  // The shared file or folder was deleted.
  const isEmpty = share.fileId === null && share.folderId === null
  const mayShare = role !== null && shares.write.has(role)
  if (revoked || isPast || isSpent || isEmpty || !mayShare) throw linkExpired()
  return { ...share, expiresAt }
}
