import type { Pool } from 'pg'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Services } from '#core/operation/services'
import { addDays } from '#core/time/clock'
import type { RetentionLaw } from '../erasure/retention-laws.ts'
import { groupKeptRecords, selectNewestKept } from './kept-records.ts'
import { type EndingOrganization, endingTables } from './retained-tables.ts'

/** Rows that one statement deletes. */
const batchSize = 5_000

/**
 * Erases the rows and objects of an ended organization that no law keeps, in batches; it can be interrupted and repeated. Returns the
 * next day on which there is something to erase; null if nothing was kept and the organization is gone. `system` connects as the
 * owner of the database.
 */
export async function eraseEndedOrganization(
  services: Services,
  system: Pool,
  { organizationId, endsOn }: EndingOrganization,
): Promise<string | null> {
  const today = services.clock.today()
  const { rows } = await query<{ position: number; year: number | null }>(
    system,
    selectNewestKept({ organizationId, endsOn }),
  )
  const kept = groupKeptRecords(rows, today)
  const running = new Set(kept.map(({ law }) => law))
  await removeObjects(services, organizationId, running.size ? ['files', 'previews', 'uploads'] : allFolders)
  for (const table of Object.keys(endingTables))
    if (table !== 'organizations') await eraseTable(system, organizationId, table, running)
  const [first] = kept.map(({ keptUntil }) => keptUntil).sort()
  if (first) return addDays(first, 1)
  await query(system, sql`delete from organizations where id = ${organizationId}`)
  return null
}

const query = <Row extends object>(system: Pool, { text, values }: Sql) => system.query<Row>({ text, values })

/** Folders of the storage that have a folder for each organization. The last two are erased with its last record. */
const allFolders = ['files', 'previews', 'uploads', 'documents', 'audit-anchors'] as const

/** Objects are deleted before the rows that name them, so that an interrupted run finds them again. */
async function removeObjects({ storage }: Services, organizationId: string, folders: readonly string[]) {
  for (const folder of folders)
    for await (const { key } of storage.walk(`${folder}/${organizationId}`)) await storage.delete(key)
}

/** SQL of the rows `t` that stay while these laws run. */
function retainedRows(organizationId: string, table: string, running: ReadonlySet<RetentionLaw>): Sql {
  const conditions = (endingTables[table]?.retained ?? [])
    .filter(({ law }) => (law ? running.has(law) : running.size > 0))
    .map(({ where }) => sql`(${where(organizationId)})`)
  return conditions.length ? join(conditions, ' or ') : sql`false`
}

async function eraseTable(system: Pool, organizationId: string, table: string, running: ReadonlySet<RetentionLaw>) {
  const going = sql`t.organization_id = ${organizationId} and (${retainedRows(organizationId, table, running)}) is not true`
  for (const [child, { refers = {} }] of Object.entries(endingTables))
    for (const [column, parent] of Object.entries(refers))
      if (parent === table)
        await query(
          system,
          sql`update ${raw(child)} set ${raw(column)} = null where organization_id = ${organizationId}
              and ${raw(column)} in (select t.id from ${raw(table)} t where ${going})`,
        )
  const key = raw((await readPrimaryKey(system, table)).join(', '))
  for (;;) {
    const { rowCount } = await query(
      system,
      sql`delete from ${raw(table)} t where ${going}
          and (${key}) in (select ${key} from ${raw(table)} t where ${going} limit ${batchSize})`,
    )
    if ((rowCount ?? 0) < batchSize) return
  }
}

/** The columns of a table's primary key. */
async function readPrimaryKey(system: Pool, table: string): Promise<string[]> {
  const { rows } = await query<{ column: string }>(
    system,
    sql`select a.attname as column from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indrelid = ${table}::regclass and i.indisprimary order by a.attnum`,
  )
  return rows.map(({ column }) => column)
}
