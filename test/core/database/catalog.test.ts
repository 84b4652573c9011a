import { expect, test } from 'vitest'
import { coordinatorTables, referenceTables } from '#core/database/distribute'
import { house } from '../../harness/house.ts'

// Requirements of Citus and tenant isolation for every table, checked in the catalog.

const at = house()

/** Tables without a tenant, with their reasons. */
const global = {
  migrations: 'the record of migrations',
  rate_windows: 'counts requests by token or address; unlogged',
  member_slugs: 'a small look-up over all organizations: whose page /book/{slug} is',
  base_rates: 'of the law, the same for every organization; read by all, added to by those who run the installation',
}

test('tables without an organization are declared as reference or coordinator tables', () =>
  expect([...coordinatorTables, ...referenceTables]).toEqual(expect.arrayContaining(Object.keys(global))))

const tables = async () =>
  (
    await at.app.system.query<{ name: string; secured: boolean; forced: boolean }>(
      `select relname as name, relrowsecurity as secured, relforcerowsecurity as forced from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    )
  ).rows

test('every tenant table has an enabled, not forced policy on its organization', async () => {
  const { rows: policies } = await at.app.system.query<{ tablename: string; qual: string; with_check: string }>(
    "select tablename, qual, with_check from pg_policies where schemaname = 'public'",
  )
  for (const { name, secured, forced } of await tables()) {
    if (name === 'migrations' || name === 'rate_windows' || name === 'base_rates') continue
    expect([name, secured, forced]).toEqual([name, true, false])
    const column = name === 'organizations' ? 'id' : 'organization_id'
    const wanted = `(${column} = (current_setting('app.organization_id'::text))::uuid)`
    expect(policies.filter(({ tablename }) => tablename === name)).toEqual([
      { tablename: name, qual: wanted, with_check: wanted },
    ])
  }
})

test('every key, index and constraint of a tenant table begins with the organization', async () => {
  const { rows } = await at.app.system.query<{ table: string; index: string; first: string }>(
    `select c.relname as table, i.indexrelid::regclass::text as index, a.attname as first
     from pg_index i join pg_class c on c.oid = i.indrelid
     left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
     where c.relnamespace = 'public'::regnamespace and (i.indisunique or i.indisexclusion)`,
  )
  expect(rows.length).toBeGreaterThan(15)
  for (const { table, index, first } of rows)
    if (!Object.hasOwn(global, table))
      expect([index, first]).toEqual([index, table === 'organizations' ? 'id' : 'organization_id'])
  const { rows: foreign } = await at.app.system.query<{
    name: string
    first: string
    deletes: string
    updates: string
  }>(
    `select conname as name, a.attname as first, confdeltype as deletes, confupdtype as updates
     from pg_constraint join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  expect(foreign.length).toBeGreaterThan(10)
  for (const { name, first, deletes, updates } of foreign) {
    expect([name, first]).toEqual([name, 'organization_id'])
    expect([name, updates]).toEqual([name, 'a'])
    expect(['a', 'c'], name).toContain(deletes)
  }
})

test('there are no triggers and no sequences', async () => {
  const { rows } = await at.app.system.query(
    `select tgname as name from pg_trigger t join pg_class c on c.oid = tgrelid
     where not tgisinternal and c.relnamespace = 'public'::regnamespace
     union all select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace
       and relname <> 'migrations_id_seq'`,
  )
  expect(rows).toEqual([])
})

test('the restricted role owns nothing, and can only append to events and the audit log', async () => {
  const { rows } = await at.app.system.query(
    `select table_name, privilege_type from information_schema.role_table_grants
     where grantee = 'kontor_app' and table_schema = 'public' and table_name in ('audit_chains', 'audit_entries', 'events', 'payments')
     order by 1, 2`,
  )
  expect(rows).toEqual([
    { table_name: 'audit_chains', privilege_type: 'INSERT' },
    { table_name: 'audit_chains', privilege_type: 'SELECT' },
    { table_name: 'audit_entries', privilege_type: 'INSERT' },
    { table_name: 'audit_entries', privilege_type: 'SELECT' },
    { table_name: 'events', privilege_type: 'INSERT' },
    { table_name: 'events', privilege_type: 'SELECT' },
    { table_name: 'payments', privilege_type: 'INSERT' },
    { table_name: 'payments', privilege_type: 'SELECT' },
    { table_name: 'payments', privilege_type: 'UPDATE' },
  ])
  const { rows: owned } = await at.app.system.query("select 1 from pg_class where relowner = 'kontor_app'::regrole")
  expect(owned).toEqual([])
})

test('every mapped column exists with its type and nullability', async () => {
  const { rows } = await at.app.system.query<{ name: string; type: string; nullable: string }>(
    `select table_name || '.' || column_name as name, format_type(atttypid, atttypmod) as type, is_nullable as nullable
     from information_schema.columns join pg_attribute on attrelid = table_name::regclass and attname = column_name
     where table_schema = 'public'`,
  )
  const columns = new Map(rows.map(({ name, ...column }) => [name, column]))
  const short: Record<string, string> = {
    int: 'integer',
    'timestamptz(3)': 'timestamp(3) with time zone',
    double: 'double precision',
  }
  for (const meta of Object.values(at.app.services.database.orm.getMetadata().getAll())) {
    if (meta.abstract) continue
    for (const { fieldNames, columnTypes, nullable, persist } of meta.props) {
      if (persist === false || !columnTypes) continue
      fieldNames.forEach((field: string, index: number) => {
        const name = `${meta.tableName}.${field}`
        const type = columnTypes[index] ?? ''
        expect([name, columns.get(name)?.type]).toEqual([name, short[type] ?? type])
        if (fieldNames.length === 1)
          expect([name, columns.get(name)?.nullable]).toEqual([name, nullable ? 'YES' : 'NO'])
      })
    }
  }
})

test('each timestamp column has one type in all tables, as the linter of portable SQL relies on names', async () => {
  const { rows } = await at.app.system.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' group by column_name
     having count(distinct udt_name) > 1 and bool_or(udt_name ~ '^(date|time|interval)')`,
  )
  expect(rows).toEqual([])
})
