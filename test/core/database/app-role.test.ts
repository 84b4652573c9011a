import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { createAppUrl, prepareAppRole } from '#core/database/app-role'
import { createPool, isDistributed } from '#core/database/connection'
import { openDatabase } from '#core/database/open-database'
import { createDatabase } from '../../harness/cluster.ts'
import { type House, house, openHouse } from '../../harness/house.ts'
import { isOnSeveralServers } from '../../harness/several-servers.ts'

// What a statement injected into a request could do.

const at = house()
let other: House
let client: PoolClient

beforeAll(async () => {
  other = await openHouse(at.app)
  await other.owner.rest('POST', '/clients', { name: 'Fremd' })
  // Copying a database does not copy its revoked privileges.
  const { system } = at.app
  await prepareAppRole(system, createAppUrl(databaseUrl()), { isOwn: true, isDistributed: await isDistributed(system) })
})
beforeEach(async () => {
  client = await at.app.services.database.pool.connect()
})
afterEach(() => client.release(true))

const databaseUrl = () =>
  String((at.app.system as never as { options: { connectionString: string } }).options.connectionString)
const refusalOf = (statement: string) =>
  client.query(statement).then(
    () => 'nothing is refused',
    (error: Error) => error.message,
  )
const whoIs = async () =>
  (await client.query('select session_user as session, current_user as current')).rows[0] as object

test('logs in without privileges or memberships', async () => {
  expect(await whoIs()).toEqual({ session: 'kontor_app', current: 'kontor_app' })
  const { rows } = await client.query(
    `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
       (select count(*)::int from pg_auth_members where member = r.oid) as memberships
     from pg_roles r where rolname = current_user`,
  )
  expect(Object.values(rows[0]).every((has) => !has)).toBe(true)
})

describe('cannot become another role', () => {
  test.each(['reset role', 'set role none', 'reset session authorization', 'reset all', 'discard all'])(
    'by %s',
    async (statement) => {
      await client.query(statement)
      expect(await whoIs()).toEqual({ session: 'kontor_app', current: 'kontor_app' })
    },
  )
  test('by the name of the owner or of a predefined role', async () => {
    const { rows } = await at.app.system.query('select current_user as owner')
    for (const role of [rows[0].owner, 'pg_read_all_data', 'pg_write_all_data', 'pg_execute_server_program']) {
      expect(await refusalOf(`set role ${role}`)).toContain('permission denied')
      expect(await refusalOf(`set session authorization ${role}`)).toContain('permission denied')
      expect(await refusalOf(`grant ${role} to kontor_app`)).toMatch(/permission denied|admin option|must be superuser/)
    }
  })
  test.each(['superuser', 'bypassrls', 'createrole', 'createdb', 'replication'])('nor gets %s', async (right) =>
    expect(await refusalOf(`alter role kontor_app ${right}`)).toMatch(/permission denied|must be superuser|must have/),
  )
})

describe('sees only the organization of its transaction', () => {
  const foreign = async () => (await client.query('select id from clients where name = $1', ['Fremd'])).rows
  test.each([
    'set row_security = on',
    'set search_path = pg_catalog, public',
    'set session_replication_role = origin',
    'set session characteristics as transaction isolation level serializable',
    'reset all',
  ])('after %s', async (statement) => {
    await client.query(statement).catch(() => {})
    await client.query('begin')
    await client.query('select set_org($1)', [at.organizationId])
    expect(await foreign()).toEqual([])
    await client.query('rollback')
    await expect(foreign()).rejects.toThrow(/uuid|app.organization_id/)
  })
  test('cannot disable row security', async () => {
    await client.query('set row_security = off')
    await client.query('begin')
    await client.query('select set_org($1)', [at.organizationId])
    expect(await refusalOf('select id from clients')).toContain('row-level security policy')
    await client.query('rollback')
    expect(await refusalOf('alter table clients disable row level security')).toContain('must be owner')
    expect(await refusalOf('drop policy tenant on clients')).toContain('must be owner')
    expect(await refusalOf("set session_replication_role = 'replica'")).toContain('permission denied')
  })
  test('ignores an organization set for the role', async () => {
    await at.app.system.query(`alter role kontor_app set app.organization_id = '${other.organizationId}'`)
    const fresh = createPool(databaseUrl(), 'app', 1)
    try {
      await expect(fresh.query('select id from clients')).rejects.toThrow(/uuid/)
    } finally {
      await fresh.end()
      await at.app.system.query('alter role kontor_app reset app.organization_id')
    }
  })
})

test.each([
  ['a table', 'create table loot (id int)'],
  ['a temporary table', 'create temporary table loot (id int)'],
  ['a function', 'create function public.loot() returns int language sql as $$ select 1 $$'],
  ['a temporary function', 'create function pg_temp.loot() returns int language sql as $$ select 1 $$'],
  ['a view', 'create view loot as select 1'],
  ['a schema', 'create schema loot'],
  ['an extension', 'create extension dblink'],
  ['a language', 'create language plpython3u'],
  ['a role', 'create role loot'],
  ['a database', 'create database loot'],
  ['a publication', 'create publication loot for all tables'],
  ['a foreign server', 'create server loot foreign data wrapper postgres_fdw'],
])('it cannot make %s', async (_, statement) =>
  expect(await refusalOf(statement)).toMatch(
    /permission denied|must be superuser|not a trusted|does not exist|not available|privileges/,
  ),
)

test.each([
  ["select pg_read_file('PG_VERSION')", 'permission denied'],
  ["select pg_ls_dir('.')", 'permission denied'],
  ["copy rate_windows to program 'true'", 'permission denied'],
  ["copy rate_windows from program 'true'", 'permission denied'],
  ["copy rate_windows to '/tmp/loot'", 'permission denied'],
  ["copy rate_windows from '/etc/passwd'", 'permission denied'],
  ["select lo_import('/etc/passwd')", 'permission denied'],
  ['select rolpassword from pg_authid', 'permission denied'],
  ["alter system set work_mem = '1GB'", 'permission denied'],
  ['truncate audit_entries', 'permission denied'],
  ['select pg_reload_conf()', 'permission denied'],
])('it is refused: %s', async (statement, why) =>
  expect(await refusalOf(statement)).toMatch(new RegExp(`${why}|must be superuser`)),
)

test('the URL of requests is derived from any form of the owner’s', () => {
  const own = 'postgresql://kontor_app:own@db/kontor'
  expect(createAppUrl(own)).toBe(own)
  const plain = createAppUrl('postgresql://kontor:secret@db:5432/kontor?sslmode=require')
  expect(plain).toMatch(
    /^postgresql:\/\/kontor:secret@db:5432\/kontor\?sslmode=require&user=kontor_app&password=[\w-]{43}$/,
  )
  expect(createAppUrl('postgresql://kontor:other@db:5432/kontor?sslmode=require')).not.toBe(plain)
  const password = /password=[\w-]{43}$/.exec(plain)?.[0]
  expect(createAppUrl('postgresql://kontor:secret@/kontor?host=/run/postgresql')).toContain(String(password))
  expect(createAppUrl('postgresql:///kontor?host=/run/postgresql')).toBe(
    'postgresql:///kontor?host=%2Frun%2Fpostgresql&user=kontor_app',
  )
})

describe.skipIf(isOnSeveralServers('the role is the operator’s on several servers'))('opening a database', () => {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-role-'))
  let database: { url: string; drop(): Promise<void> }
  let system: Pool
  beforeAll(async () => {
    database = await createDatabase(inject('cluster'), inject('template'))
    system = createPool(database.url, 'system', 1)
  })
  afterAll(async () => {
    await system.end()
    await database.drop()
    rmSync(directory, { recursive: true, force: true })
  })
  const open = (databaseAppUrl: string | null) =>
    openDatabase({ databaseUrl: database.url, databaseAppUrl, dataDir: directory }, () => {}).then(
      () => 'opens',
      (error: Error) => error.message,
    )

  test('rejects another role in DATABASE_APP_URL', async () =>
    expect(await open(`${database.url}?user=kontor`)).toContain('requests log in as "kontor_app"'))
  test('rejects a wrong password in DATABASE_APP_URL and names the statement to run', async () =>
    expect(await open(`${database.url}?user=kontor_app&password=wrong`)).toMatch(
      /cannot log in by DATABASE_APP_URL.*alter role kontor_app login password/,
    ))
  test("revokes everybody's right to temporary tables", async () => {
    expect(await open(null)).toBe('opens')
    const { rows } = await system.query(
      "select has_database_privilege('kontor_app', current_database(), 'temporary') as may",
    )
    expect(rows).toEqual([{ may: false }])
  })
})
