import sql, { join, raw } from 'sql-template-tag'
import { noId } from '#core/database/entity'
import { select } from '#core/database/select'
import { Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'

/** What counts: the bytes of each table's rows, in a column of its own; an upload takes its place when it begins. */
const stored = {
  files: 'size_bytes',
  uploads: 'size_bytes',
  whiteboards: 'scene_bytes',
  page_versions: 'size_bytes',
} as const

/** 413 where so many bytes more are beyond what the organization may store; `instead` names the row they replace. */
export async function assertRoom(
  context: Context,
  bytes: number,
  instead: { [Table in keyof typeof stored]?: string } = {},
): Promise<void> {
  const { organizationId, services } = context
  const quota = services.storageQuota
  if (quota === null || bytes === 0) return
  // Two at once would each find the room that one of them takes.
  await context.query(select`pg_advisory_xact_lock(hashtextextended(${`storage ${organizationId}`}, 0))`)
  const sums = Object.entries(stored).map(([table, column]) => {
    const replaced = instead[table as keyof typeof stored] ?? noId
    return sql`(select coalesce(sum(${raw(column)}), 0) from ${raw(table)} where organization_id = ${organizationId} and id <> ${replaced})`
  })
  const [used] = await context.query<{ bytes: number }>(select`(${join(sums, ' + ')})::bigint as bytes`)
  if ((used?.bytes ?? 0) + bytes > quota) throw overQuota(used?.bytes ?? 0, quota)
}

const overQuota = (used: number, quota: number) =>
  new Problem(413, 'payload_too_large', {
    de: `Der Speicherplatz der Organisation reicht dafür nicht: ${used} von ${quota} Bytes sind belegt (STORAGE_QUOTA_BYTES).`,
    en: `The organization's storage has no room for this: ${used} of ${quota} bytes are in use (STORAGE_QUOTA_BYTES).`,
  })
