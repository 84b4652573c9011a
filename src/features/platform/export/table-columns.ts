import { type Select, select } from '#core/database/select'
import { exportedTables } from './exported-tables.ts'

export interface TableColumn {
  name: string
  /** PostgreSQL type, such as `timestamp(3) with time zone`. */
  type: string
  nullable: boolean
  hasDefault: boolean
}

export type TableColumns = Readonly<Record<string, readonly TableColumn[]>>

/** Reads the columns of every exported table, without generated ones. */
export async function readTableColumns(
  read: <Row>(statement: Select) => Promise<Row[]>,
): Promise<Record<string, TableColumn[]>> {
  const rows = await read<TableColumn & { table: string }>(
    select`c.relname as table, a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
            a.atthasdef as "hasDefault"
          from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          where c.relnamespace = 'public'::regnamespace and c.relname = any(${Object.keys(exportedTables)}::text[])
          order by a.attnum`,
  )
  return Object.fromEntries(
    Object.keys(exportedTables).map((table) => [
      table,
      rows.flatMap(({ table: of, ...column }) => (of === table ? [column] : [])),
    ]),
  )
}

export const exportedColumns = (columns: TableColumns, table: string): string[] =>
  (columns[table] ?? []).flatMap(({ name }) => (exportedTables[table]?.omittedColumns.includes(name) ? [] : [name]))
