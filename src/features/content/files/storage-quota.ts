import sql, { empty, join, raw } from 'sql-template-tag'
import { select } from '#core/database/select'
import { Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'

/** SQL for the used bytes of each table. An upload counts from its start. */
const stored = {
  files: 'size_bytes',
  uploads: 'size_bytes',
  whiteboards: 'scene_bytes',
  page_versions: 'size_bytes',
  live_documents: 'state_bytes',
} as const

type Instead = { [Table in keyof typeof stored]?: string }

/** 413 if the organization's storage quota would be exceeded. `instead` names the row that is replaced. */
export async function assertStorageQuota(context: Context, bytes: number, instead: Instead = {}): Promise<void> {
  const { organizationId, services } = context
  const quota = services.storageQuota
  if (quota === null || bytes === 0) return
  // Serializes quota checks of an organization.
  await context.query(select`pg_advisory_xact_lock(hashtextextended(${`storage ${organizationId}`}, 0))`)
  const used = await usedBytes(context, instead)
  if (used + bytes > quota) throw overQuota(used, quota)
}

/** True if the bytes fit the quota at the moment. */
export const fitsStorageQuota = async (reader: Reader, quota: number | null, bytes: number) =>
  quota === null || (await usedBytes(reader)) + bytes <= quota

type Reader = Pick<Context, 'organizationId' | 'query'>

async function usedBytes(reader: Reader, instead: Instead = {}): Promise<number> {
  const { organizationId } = reader
  const sums = Object.entries(stored).map(([table, column]) => {
    const replaced = instead[table as keyof typeof stored]
    const others = replaced ? sql` and id <> ${replaced}` : empty
    return sql`(select coalesce(sum(${raw(column)}), 0) from ${raw(table)} where organization_id = ${organizationId}${others})`
  })
  const [used] = await reader.query<{ bytes: number }>(select`(${join(sums, ' + ')})::bigint as bytes`)
  return used?.bytes ?? 0
}

const overQuota = (used: number, quota: number) =>
  new Problem(413, 'payload_too_large', {
    de: `Der Speicherplatz der Organisation reicht dafür nicht: ${used} von ${quota} Bytes sind belegt (STORAGE_QUOTA_BYTES).`,
    en: `The organization's storage has no room for this: ${used} of ${quota} bytes are in use (STORAGE_QUOTA_BYTES).`,
  })
