import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import pino from 'pino'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createPool } from '#core/database/connection'
import { queryAllTenants } from '#core/database/cross-tenant'
import { checkDistribution, distributeNewTables, distributeTables } from '#core/database/distribute'
import { rotatePartitions } from '#core/database/partitions'
import { collectJobs, composeFeatures } from '#core/feature/feature'
import { createOrganization } from '#features/people/organizations/create-organization'
import { findDueWebhooks, findOrganizationsWithNewEvents } from '#features/platform/webhook-dispatcher/pending-work'
import { createApp } from '../../../src/app.ts'
import { readConfig } from '../../../src/config.ts'
import { features } from '../../../src/features.ts'
import { createClusterDatabase, createDatabase } from '../../harness/cluster.ts'
import { runProgramToEnd } from '../../harness/process.ts'

// Runs against the Citus of KONTOR_TEST_CITUS: CONTRIBUTING.md.

const given = process.env.KONTOR_TEST_CITUS
if (!given)
  console.warn('Skipped: distributing. KONTOR_TEST_CITUS=postgres://… names a database of Citus with workers.')

let database: { url: string; drop(): Promise<void> }
let system: Pool
const open = (make: () => Promise<typeof database>) => {
  beforeAll(async () => {
    database = await make()
    system = createPool(database.url, 'system', 2)
  })
  afterAll(async () => {
    await system.end()
    await database.drop()
  })
}

describe.skipIf(given)('on a single server', () => {
  open(() => createDatabase(inject('cluster'), inject('template')))

  test('nothing is distributed, and the missing requirement is named', async () => {
    await expect(distributeTables(system)).rejects.toThrow(
      /has no Citus.*shared_preload_libraries.*create extension citus/s,
    )
    expect(await distributeNewTables(system)).toEqual([])
    expect(await checkDistribution(system)).toBe('one, which has all tables')
  })
})

describe.runIf(given)('on Citus servers', { timeout: 300_000 }, () => {
  open(() => createClusterDatabase(String(given)))
  const directory = mkdtempSync(join(tmpdir(), 'kontor-distribute-'))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  const kontor = (...args: string[]) =>
    runProgramToEnd('kontor.js', args, { DATA_DIR: directory, DATABASE_URL: database.url })
  const lookUp = async () =>
    (
      await queryAllTenants<{ id: string }>(
        system,
        (reached) => sql`select id from organizations where ${reached('id')}`,
      )
    ).map(({ id }) => id)
  const rows = async (text: string) => (await system.query(text)).rows

  test('a year of data is distributed by one command, which can be repeated', async () => {
    const demo = JSON.parse((await kontor('demo', '--scale', '0.1', '--json')).stdout)
    const counted = 'select count(*)::int as invoices, sum(total_cents)::bigint as cents from invoices'
    const before = await rows(counted)
    expect(before[0].invoices).toBeGreaterThan(5)
    expect(await checkDistribution(system)).toMatch(/kontor distribute spreads/)
    const spread = JSON.parse((await kontor('distribute', '--json')).stdout)
    expect(spread.tables.slice(0, 5)).toEqual([
      'base_rates',
      'member_emails',
      'member_slugs',
      'organizations',
      expect.any(String),
    ])
    expect(await rows(counted)).toEqual(before)
    // Each server has its share, and the coordinator no rows.
    const shards = await rows(
      "select distinct nodename, nodeport from citus_shards where table_name = 'invoices'::regclass",
    )
    expect(shards.length).toBeGreaterThan(1)
    expect(await rows("select pg_relation_size('invoices')::int as bytes")).toEqual([{ bytes: 0 }])
    const keys = await rows(
      "select count(*)::int as count from pg_constraint where contype = 'f' and conrelid = 'invoices'::regclass",
    )
    expect(keys[0].count).toBeGreaterThan(2)

    expect(JSON.parse((await kontor('distribute', '--json')).stdout).tables).toEqual([])
    expect(await checkDistribution(system)).toMatch(/^Citus [\d.-]+ on \d+ servers, the tables spread by organization$/)
    const listed = JSON.parse((await kontor('org', 'list', '--json')).stdout)
    expect(listed.organizations.map(({ id }: { id: string }) => id)).toEqual([demo.organization_id])
  })

  test('a server with another time zone is named', async () => {
    const name = new URL(database.url).pathname.slice(1)
    // Citus only allows changes of its metadata like this.
    const inZone = (zone: string) =>
      rows(
        `select run_command_on_workers($$set citus.enable_ddl_propagation = off; alter database ${name} set timezone = '${zone}'$$)`,
      )
    await inZone('Europe/Berlin')
    const fresh = createPool(database.url, 'system', 1)
    await expect(checkDistribution(fresh)).rejects.toThrow(
      /:\d+: Europe\/Berlin, .*:\d+: Europe\/Berlin\. Set timezone = 'UTC' there/,
    )
    await fresh.end()
    await inZone('UTC')
  })

  test('tables of later migrations are distributed at the next start', async () => {
    await system.query(`create table novelties (organization_id uuid not null references organizations (id), id uuid not null,
      primary key (organization_id, id))`)
    await expect(checkDistribution(system)).rejects.toThrow('novelties: on one server alone. Run kontor distribute.')
    const { stderr } = await kontor('migrate')
    expect(stderr).toContain('Spread over the servers: novelties.')
    const [organization] = await rows('select id from organizations')
    await system.query('insert into novelties values ($1, $1)', [organization.id])
    await expect(
      system.query('insert into novelties values (gen_random_uuid(), $1)', [organization.id]),
    ).rejects.toThrow(/foreign key/)
  })

  test('cross-tenant reads return what reachable servers have', async () => {
    for (let number = 0; number < 8; number++)
      await createOrganization(system, { name: `Haus ${number}`, email: `haus-${number}@kontor.example` })
    const all = await lookUp()
    expect(all).toHaveLength(9)
    const [{ port }] = await rows(
      'select nodeport as port from pg_dist_node where groupid <> 0 order by groupid limit 1',
    )
    await system.query('update pg_dist_node set nodeport = 1 where nodeport = $1', [port])
    await expect(system.query('select id from organizations')).rejects.toThrow()
    const left = await lookUp()
    expect(left.length).toBeGreaterThan(0)
    expect(left.length).toBeLessThan(9)
    expect(all).toEqual(expect.arrayContaining(left))
    await system.query('update pg_dist_node set nodeport = $1 where nodeport = 1', [port])
  })

  test('scheduled work, notices and metrics continue while a server is away', async () => {
    const token = 'metrics-token-of-16'
    const config = readConfig({ DATA_DIR: directory, DATABASE_URL: database.url, METRICS_TOKEN: token })
    const app = await createApp({ config, databaseUrl: database.url, log: pino({ level: 'silent' }), isSilent: true })
    const [worker] = await rows('select nodeport as port from pg_dist_node where groupid <> 0 order by groupid limit 1')
    await system.query('update pg_dist_node set nodeport = 1 where nodeport = $1', [worker.port])
    try {
      const environment = { ...app, services: () => app.services, databaseUrl: database.url, config } as never
      const byClock = collectJobs(features, environment, []).filter(({ cron }) => cron)
      const measured = composeFeatures(features).metrics
      const statements = [
        ...byClock.map(({ name, run }) => ({ name, send: () => run({} as never) })),
        ...measured.map(({ name, sql }) => ({ name, send: () => queryAllTenants(app.system, sql) })),
        { name: 'new events', send: () => findOrganizationsWithNewEvents(app.system) },
        { name: 'due deliveries', send: () => findDueWebhooks(app.system, null) },
        { name: 'old rows', send: () => rotatePartitions(app.system, [], new Date()) },
      ]
      expect(statements.length).toBeGreaterThan(15)
      for (const { name, send } of statements) await expect(send(), name).resolves.not.toThrow()
      const { body } = await app.server.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
      expect(body).toMatch(/^kontor_database_up 1$/m)
      expect(body).toMatch(/^kontor_event_lag_seconds /m)
    } finally {
      await system.query('update pg_dist_node set nodeport = $1 where nodeport = 1', [worker.port])
      await app.close()
    }
  })

  test('a server without login is named', async () => {
    const [worker] = await rows(
      "select nodename || ':' || nodeport as place, nodeport as port from pg_dist_node where groupid <> 0",
    )
    await system.query('update pg_dist_node set nodeport = 1 where nodeport = $1', [worker.port])
    await expect(checkDistribution(system)).rejects.toThrow(/:1: failed to connect/)
    await system.query('update pg_dist_node set nodeport = $1 where nodeport = 1', [worker.port])
    expect(await checkDistribution(system)).toMatch(/spread/)
  })
})
