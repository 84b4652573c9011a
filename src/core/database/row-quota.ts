import { LRUCache } from 'lru-cache'
import sql, { join, raw } from 'sql-template-tag'
import { Problem } from '#core/errors/problem'
import { select } from './select.ts'
import type { Transaction } from './transaction.ts'

/** Rejects operations that leave their organization over its row limit. Synchronous if there is room. */
export type RowQuota = (transaction: Transaction) => Promise<void> | undefined

interface Table {
  class: unknown
  tableName: string
  properties: object
}

type Which = (row: never) => boolean
const exempt = new Map<unknown, Which>()

/** Class decorator for rows required by law or for safety: counted, but allowed beyond the quota. */
export const ExemptFromRowQuota =
  <Entity extends object>(which: (row: Entity) => boolean = () => true) =>
  (type: abstract new () => Entity) =>
    void exempt.set(type, which as Which)

export const isExemptFromRowQuota = (type: unknown, row: object): boolean => exempt.get(type)?.(row as never) ?? false

const uncounted = new Set<unknown>()

/** Class decorator for short-lived rows, which are not counted. */
export const ExcludedFromRowQuota = () => (type: abstract new () => object) => void uncounted.add(type)

export const countedTables = (tables: readonly Table[]): string[] =>
  tables
    .filter(({ class: type, properties }) => 'organizationId' in properties && !uncounted.has(type))
    .map(({ tableName }) => tableName)

/**
 * Counts an organization's rows occasionally. Free room is shared by processes: each may create an eighth of it before it counts again,
 * or a thousandth of the quota before the first count. Once nothing is free, each operation counts, one at a time.
 */
export function createRowQuota(quota: number, tables: readonly string[]): RowQuota {
  if (quota === 0) return () => undefined
  const allowance = new LRUCache<string, number>({ max: 10_000 })
  // Short, as other processes may free room.
  const full = new LRUCache<string, number>({ max: 10_000, ttl: 5000 })
  const count = async (transaction: Transaction) => {
    const { organizationId } = transaction
    // Concurrent operations would each find the same room.
    await transaction.query(select`pg_advisory_xact_lock(hashtextextended(${`rows ${organizationId}`}, 0))`)
    const counts = tables.map(
      (table) => sql`(select count(*) from ${raw(table)} where organization_id = ${organizationId})`,
    )
    const [found] = await transaction.query<{ rows: number }>(select`(${join(counts, ' + ')})::bigint as rows`)
    return Number(found?.rows ?? 0)
  }
  const countAndRefuse = async (transaction: Transaction, more: number) => {
    const { organizationId } = transaction
    const rows = await count(transaction)
    allowance.set(organizationId, Math.floor((quota - rows) / 8))
    if (rows <= quota) return
    full.set(organizationId, rows - more)
    throw overQuota(rows - more, quota)
  }
  return (transaction) => {
    const { organizationId, created, removed } = transaction
    if (removed) full.delete(organizationId)
    const more = created - removed
    if (more <= 0) return
    const left = (allowance.get(organizationId) ?? Math.floor(quota / 1000)) - more
    allowance.set(organizationId, left)
    if (left >= 0) return
    const used = full.get(organizationId)
    if (used !== undefined && used + more > quota) throw overQuota(used, quota)
    return countAndRefuse(transaction, more)
  }
}

const overQuota = (used: number, quota: number) =>
  new Problem(413, 'payload_too_large', {
    de: `Die Organisation hat dafür keinen Platz: ${used} von ${quota} Datensätzen sind belegt (ROW_QUOTA). Löschen Sie, was Sie nicht mehr brauchen.`,
    en: `The organization has no room for this: ${used} of ${quota} rows are in use (ROW_QUOTA). Delete what you no longer need.`,
  })
