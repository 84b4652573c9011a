import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { escapeIdentifier, escapeLiteral } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { BackupFailed } from './encryption.ts'
import type { Manifest, Partition, TableCopy } from './manifest.ts'
import type { Repository } from './repository.ts'

// Tables in COPY's text format, from one snapshot; every later PostgreSQL reads it.

const quoted = escapeIdentifier
const listed = (columns: readonly string[]) => columns.map(quoted).join(', ')

const tableKey = (id: string, table: string) => `backups/${id}/tables/${table}.copy`

/** Tables with their writable columns; partitions belong to their table. */
export async function readTables(client: Client): Promise<Pick<TableCopy, 'name' | 'columns'>[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname not like 'migrations%'
       and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
     group by c.relname order by c.relname`,
  )
  return rows
}

export async function readPartitions(client: Client): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select c.relname as name, p.relname as table, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
     where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind in ('r', 'p') order by c.oid`,
  )
  return rows
}

export async function readSequences(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null and sequencename not like 'migrations%' order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** Number of rows, and a hash independent of their order. */
async function digestOf(client: Client, { name, columns }: Pick<TableCopy, 'name' | 'columns'>) {
  const { rows } = await client.query<{ rows: string; digest: string }>(
    `select count(*) as rows, coalesce(sum(('x' || left(md5(t::text), 16))::bit(64)::bigint::numeric), 0)::text as digest
     from (select ${listed(columns)} from ${quoted(name)}) t`,
  )
  return { rows: Number(rows[0]?.rows), digest: rows[0]?.digest ?? '' }
}

export async function copyTable(
  client: Client,
  repository: Pick<Repository, 'write'>,
  id: string,
  table: Pick<TableCopy, 'name' | 'columns'>,
): Promise<TableCopy> {
  const statement = `copy (select ${listed(table.columns)} from ${quoted(table.name)}) to stdout`
  await repository.write(tableKey(id, table.name), client.query(copyTo(statement)))
  return { ...table, ...(await digestOf(client, table)) }
}

const bounds = String.raw`\((?:'[^'\\]*'|-?\d+|MINVALUE|MAXVALUE)(?:, (?:'[^'\\]*'|-?\d+|MINVALUE|MAXVALUE))*\)`
/** Range bounds as written by `pg_get_expr`. */
const partitionBound = new RegExp(`^(?:DEFAULT|FOR VALUES FROM ${bounds} TO ${bounds})$`)

/** Bounds become part of a statement, so a manipulated manifest must not inject SQL. Throws BackupFailed. */
export function assertPartitionBounds(partitions: readonly Partition[]): void {
  for (const { name, bound } of partitions)
    if (!partitionBound.test(bound)) throw new BackupFailed(`The manifest is damaged: the bound of ${name} is none.`)
}

/**
 * Fills a migrated, otherwise empty database in the caller's transaction, without rows of migrations; foreign keys are checked at the
 * end. Throws BackupFailed if a table differs.
 */
export async function restoreTables(
  client: Client,
  repository: Pick<Repository, 'read'>,
  { id, tables, partitions, sequences }: Manifest,
  onTable: (done: number) => void,
): Promise<void> {
  await assertSameTables(client, tables)
  const { rows: foreignKeys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by oid`,
  )
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  const { rows: triggers } = await client.query<{ table: string; name: string; enable: string }>(
    `select t.tgrelid::regclass::text as table, t.tgname as name,
       case t.tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'enable' end as enable
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and t.tgparentid = 0 and t.tgenabled <> 'D' and c.relnamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${quoted(name)}`)
  await client.query(`truncate ${listed(tables.map(({ name }) => name))}`)
  for (const { name, table, bound } of partitions)
    await client.query(`create table if not exists ${quoted(name)} partition of ${quoted(table)} ${bound}`)
  for (const [index, table] of tables.entries()) {
    const { name, columns } = table
    const rows = await repository.read(tableKey(id, name))
    await pipeline(rows, client.query(copyFrom(`copy ${quoted(name)} (${listed(columns)}) from stdin`)))
    const { rows: count, digest } = await digestOf(client, table)
    if (count !== table.rows || digest !== table.digest)
      throw new BackupFailed(`The table ${name} of the backup is damaged: ${count} of ${table.rows} rows, or others.`)
    onTable(index + 1)
  }
  for (const [name, value] of Object.entries(sequences))
    await client.query(`select setval(${escapeLiteral(quoted(name))}, ${escapeLiteral(value)}::bigint)`)
  for (const { table, name, enable } of triggers)
    await client.query(`alter table ${table} ${enable} trigger ${quoted(name)}`)
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
}

async function assertSameTables(client: Client, tables: readonly TableCopy[]) {
  const text = (some: readonly Pick<TableCopy, 'name' | 'columns'>[]) =>
    some.map(({ name, columns }) => `${name} (${columns.toSorted().join(', ')})`)
  const [here, there] = [text(await readTables(client)), text(tables)]
  const other = [...here.filter((table) => !there.includes(table)), ...there.filter((table) => !here.includes(table))]
  if (other.length) throw new BackupFailed(`The backup and this version differ in tables: ${other.join('; ')}.`)
}
