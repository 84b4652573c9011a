import type { Pool, PoolClient } from 'pg'
import sql, { raw } from 'sql-template-tag'
import { queryAllTenants } from './cross-tenant.ts'

/** A table partitioned by a timestamp (UTC). Old rows are dropped with their partition. Rows without a partition are in the default one. */
export interface PartitionedTable {
  table: string
  /** Immutable timestamp column. */
  column: string
  unit: 'day' | 'month'
  /** Minimum, in milliseconds; rows live up to one unit longer. */
  retentionMs: number
}

/** Number of partitions created in advance. */
const ahead = 2

/** Advisory lock: "parts" in ASCII. */
const partitionLock = 0x7061727473

type Unit = PartitionedTable['unit']

/** Start of the unit `later` units after the moment's own. */
function startOf(unit: Unit, moment: Date, later = 0): Date {
  const [year, month, day] = [moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()]
  return new Date(unit === 'month' ? Date.UTC(year, month + later) : Date.UTC(year, month, day + later))
}

/** Older rows are dropped, at the latest next night. */
export const retentionStart = (
  { unit, retentionMs }: Pick<PartitionedTable, 'unit' | 'retentionMs'>,
  now: Date,
): Date => startOf(unit, new Date(now.getTime() - retentionMs))

/** As `2026-11`, oldest first. */
export function listRetainedMonths(retentionMs: number, now: Date): string[] {
  const months: string[] = []
  for (
    let month = retentionStart({ unit: 'month', retentionMs }, now);
    month <= now;
    month = startOf('month', month, 1)
  )
    months.push(month.toISOString().slice(0, 7))
  return months
}

const nameOf = (table: string, unit: Unit, start: Date) =>
  `${table}_${start
    .toISOString()
    .slice(0, unit === 'month' ? 7 : 10)
    .replaceAll('-', '_')}`

const partition = (table: string, unit: Unit, start: Date, of = table): string =>
  `create table ${nameOf(table, unit, start)} partition of ${of}
     for values from ('${start.toISOString()}') to ('${startOf(unit, start, 1).toISOString()}')`

/** Partitions from a moment on and the default one, for the table's migration. */
export function createPartitionStatements(table: string, unit: Unit, from: Date, now: Date, of = table): string[] {
  const until = startOf(unit, now, ahead)
  const statements = [`create table ${table}_default partition of ${of} default`]
  for (let start = startOf(unit, from); start <= until; start = startOf(unit, start, 1))
    statements.push(partition(table, unit, start, of))
  return statements
}

/** `system` connects as the owner. */
export async function createMissingPartitions(
  system: Pool,
  tables: readonly PartitionedTable[],
  now: Date,
): Promise<void> {
  const wanted = tables.flatMap(({ table, unit }) =>
    Array.from({ length: ahead + 1 }, (_, later) => ({ table, unit, start: startOf(unit, now, later) })),
  )
  const known = new Set((await partitionsOf(system, tables)).map(({ name }) => name))
  for (const { table, unit, start } of wanted) {
    const name = nameOf(table, unit, start)
    if (known.has(name)) continue
    await alone(system, async (client) => {
      const { rows } = await client.query('select to_regclass($1) is null as lacking', [name])
      if (rows[0].lacking) await client.query(partition(table, unit, start))
    })
  }
}

/** Drops expired partitions, deletes expired rows of default partitions, and creates upcoming ones. `system` connects as the owner. */
export async function rotatePartitions(system: Pool, tables: readonly PartitionedTable[], now: Date): Promise<void> {
  await createMissingPartitions(system, tables, now)
  const existing = await partitionsOf(system, tables)
  for (const each of tables) {
    const since = retentionStart(each, now)
    const oldest = nameOf(each.table, each.unit, since)
    for (const { name } of existing.filter(({ table, name }) => table === each.table && isDated(each, name)))
      if (name < oldest) await alone(system, (client) => client.query(`drop table if exists ${name}`))
    await queryAllTenants(
      system,
      (reached) =>
        sql`delete from ${raw(`${each.table}_default`)} where ${raw(each.column)} < ${since} and ${reached('organization_id')}`,
    )
  }
}

const isDated = ({ table }: PartitionedTable, name: string) => /^_\d{4}_\d\d(_\d\d)?$/.test(name.slice(table.length))

async function partitionsOf(system: Pool, tables: readonly PartitionedTable[]) {
  const { rows } = await system.query<{ table: string; name: string }>(
    `select p.relname as table, c.relname as name from pg_inherits
       join pg_class p on p.oid = inhparent join pg_class c on c.oid = inhrelid
     where p.relnamespace = 'public'::regnamespace and p.relkind = 'p' and p.relname = any ($1)`,
    [tables.map(({ table }) => table)],
  )
  return rows
}

/** Short lock attempts, because other writers wait behind each. */
const attempts = 20
const patienceMs = 300

export const isLockTimeout = (error: unknown) => (error as { code?: unknown }).code === '55P03'

/** Changes partitions with the table locked, by many short attempts instead of a long one. */
async function alone(system: Pool, change: (client: PoolClient) => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const client = await system.connect()
    try {
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock($1)', [partitionLock])
      await client.query(`set local lock_timeout = ${patienceMs}`)
      await change(client)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      const { code } = error as { code?: string }
      // Rows in the default partition stay there.
      if (code === '23514') return
      if (!isLockTimeout(error) || attempt === attempts) throw error
    } finally {
      client.release()
    }
    await new Promise((resolve) => setTimeout(resolve, patienceMs))
  }
}
