import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { createPool } from '#core/database/connection'
import {
  createMissingPartitions,
  listRetainedMonths,
  type PartitionedTable,
  retentionStart,
  rotatePartitions,
} from '#core/database/partitions'
import { Partitions } from '../../../migrations/0092-partitions.ts'
import { createDatabase } from '../../harness/cluster.ts'

const day = 24 * 60 * 60 * 1000
const now = new Date('2031-03-31T12:00:00Z')

let system: ReturnType<typeof createPool>
const table = (unit: PartitionedTable['unit'], retentionMs: number): PartitionedTable => ({
  table: 'novelties',
  column: 'happened_at',
  unit,
  retentionMs,
})
const monthly = table('month', 91 * day)

beforeEach(async () => {
  const database = await createDatabase(inject('cluster'), inject('template'))
  system = createPool(database.url, 'system', 4)
  onTestFinished(async () => {
    await system.end()
    await database.drop()
  })
  await system.query(`create table novelties (organization_id uuid not null, id uuid not null default gen_random_uuid(),
    happened_at timestamptz not null, primary key (organization_id, id, happened_at)) partition by range (happened_at)`)
  await system.query('create table novelties_default partition of novelties default')
})

const happen = (...moments: string[]) =>
  system.query('insert into novelties (organization_id, happened_at) select $1, unnest($2::timestamptz[])', [
    randomUUID(),
    moments,
  ])

const moments = async () =>
  (
    await system.query<{ at: string; partition: string }>(
      `select to_char(happened_at, 'YYYY-MM-DD') as at, tableoid::regclass::text as partition from novelties order by 1`,
    )
  ).rows.map(({ at, partition }) => `${at} ${partition}`)

const partitions = async () =>
  (
    await system.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'novelties'::regclass order by 1`,
    )
  ).rows.map(({ name }) => name)

const three = ['novelties_2031_03', 'novelties_2031_04', 'novelties_2031_05', 'novelties_default']

test('retention starts at the unit of the oldest kept moment', () => {
  expect(retentionStart({ unit: 'month', retentionMs: 91 * day }, now).toISOString()).toBe('2030-12-01T00:00:00.000Z')
  expect(retentionStart({ unit: 'day', retentionMs: day }, now).toISOString()).toBe('2031-03-30T00:00:00.000Z')
  expect(listRetainedMonths(91 * day, now)).toEqual(['2030-12', '2031-01', '2031-02', '2031-03'])
})

describe('partitions', () => {
  test('are created once for this month and the next two, even concurrently', async () => {
    await Promise.all(Array.from({ length: 4 }, () => createMissingPartitions(system, [monthly], now)))
    await createMissingPartitions(system, [monthly], now)
    expect(await partitions()).toEqual(three)
    await happen('2031-03-31T23:59:59Z', '2031-04-01T00:00:00Z', '2032-01-01T00:00:00Z')
    expect(await moments()).toEqual([
      '2031-03-31 novelties_2031_03',
      '2031-04-01 novelties_2031_04',
      '2032-01-01 novelties_default',
    ])
  })

  test('are created by day across the end of a month', async () => {
    await createMissingPartitions(system, [table('day', day)], now)
    expect(await partitions()).toEqual([
      'novelties_2031_03_31',
      'novelties_2031_04_01',
      'novelties_2031_04_02',
      'novelties_default',
    ])
  })

  test('are dropped when expired, together with expired rows of the default one', async () => {
    for (const month of ['2030-10', '2030-11', '2030-12', '2031-03'])
      await createMissingPartitions(system, [monthly], new Date(`${month}-15T00:00:00Z`))
    await happen('2020-01-01', '2030-10-31T23:59:59Z', '2030-11-30T23:59:59Z', '2030-12-01T00:00:00Z', '2031-03-30')
    await rotatePartitions(system, [monthly], now)
    expect(await moments()).toEqual(['2030-12-01 novelties_2030_12', '2031-03-30 novelties_2031_03'])
    expect(await partitions()).toEqual(['novelties_2030_12', 'novelties_2031_01', 'novelties_2031_02', ...three])
  })

  test('are dropped only for the given table', async () => {
    const known = async () =>
      (await system.query("select relname from pg_class where relispartition and relname not like 'novelties%'")).rows
    const before = await known()
    await rotatePartitions(system, [monthly], now)
    expect(await known()).toEqual(before)
  })

  test('are skipped if the default partition has rows of their time', async () => {
    await happen('2031-04-20')
    await createMissingPartitions(system, [monthly], now)
    expect(await partitions()).toEqual(three.filter((name) => name !== 'novelties_2031_04'))
    await rotatePartitions(system, [monthly], new Date('2031-10-01T00:00:00Z'))
    expect(await moments()).toEqual([])
  })

  test('are created by short lock attempts, so that other users do not queue for long', async () => {
    const reader = await system.connect()
    await reader.query('begin')
    await reader.query('select from novelties')
    const made = createMissingPartitions(system, [monthly], now)
    const { rows } = await system.query('select count(*)::int as count from novelties')
    expect(rows).toEqual([{ count: 0 }])
    await reader.query('commit')
    reader.release()
    await made
    expect(await partitions()).toEqual(three)
  })
})

test('the migration moves existing rows, and deliveries with their events', async () => {
  const client = await system.connect()
  onTestFinished(() => client.release())
  const [organization, webhook, event, ping] = Array.from({ length: 4 }, () => randomUUID())
  await client.query('begin')
  await client.query('drop table webhook_deliveries, events, idempotency_keys')
  await client.query(before)
  await client.query(`insert into organizations (id, created_at, updated_at, name) values ($1, now(), now(), 'Alt')`, [
    organization,
  ])
  await client.query(
    `insert into webhooks (organization_id, id, created_at, updated_at, url, events, sealed_secret, created_by)
     values ($1, $2, now(), now(), 'https://example.com', '{*}', '', $1)`,
    [organization, webhook],
  )
  await client.query(
    `insert into events values ($1, $2, 1, 'client.created', now() - interval '80 days', '{}'),
       ($1, gen_random_uuid(), 2, 'client.created', now(), '{}'), ($1, gen_random_uuid(), 3, 'client.deleted', now(), '{}')`,
    [organization, event],
  )
  await client.query(
    `insert into webhook_deliveries (organization_id, id, created_at, updated_at, webhook_id, event_id, event_name, sequence)
     values ($1, gen_random_uuid(), now(), now(), $2, $3, 'client.created', 1), ($1, gen_random_uuid(), now(), now(), $2, $4, 'webhook.test', null)`,
    [organization, webhook, event, ping],
  )
  await client.query(`insert into idempotency_keys values ($1, 'x', 'y', 201, null, now() - interval '2 days')`, [
    organization,
  ])
  const migration = Object.assign(Object.create(Partitions.prototype), {
    execute: async (text: string) => (await client.query(text)).rows,
  })
  await migration.up()
  await client.query('commit')
  const rows = async (text: string) => (await client.query(text)).rows
  expect(
    await rows(
      `select sequence, starts_with(tableoid::regclass::text, 'events_' || to_char(created_at, 'YYYY_MM')) as placed from events order by 1`,
    ),
  ).toEqual([1, 2, 3].map((sequence) => ({ sequence, placed: true })))
  expect(
    await rows(`select event_name, event_at = coalesce(e.created_at, d.created_at) as by_event, status
      from webhook_deliveries d left join events e on e.organization_id = d.organization_id and e.id = d.event_id order by 1`),
  ).toEqual([
    { event_name: 'client.created', by_event: true, status: 'pending' },
    { event_name: 'webhook.test', by_event: true, status: 'pending' },
  ])
  expect(await rows('select status from idempotency_keys')).toEqual([{ status: 201 }])
  expect(
    await rows(
      `select split_part(name, ':', 2) as name, sum(total)::int as total from tallies where name like 'events:%' group by 1 order by 1`,
    ),
  ).toEqual([
    { name: 'client.created', total: 2 },
    { name: 'client.deleted', total: 1 },
  ])
})

test('the migration keeps rows committed meanwhile', async () => {
  const [migrating, writing] = [await system.connect(), await system.connect()]
  onTestFinished(() => [migrating, writing].forEach((client) => void client.release()))
  const organization = randomUUID()
  await writing.query('drop table webhook_deliveries, events, idempotency_keys')
  await writing.query(before)
  await writing.query(`insert into organizations (id, created_at, updated_at, name) values ($1, now(), now(), 'Alt')`, [
    organization,
  ])
  await writing.query('begin')
  await writing.query(`insert into events values ($1, gen_random_uuid(), 1, 'client.created', now(), '{}')`, [
    organization,
  ])
  await migrating.query('begin')
  const migration = Object.assign(Object.create(Partitions.prototype), {
    execute: async (text: string) => (await migrating.query(text)).rows,
  })
  const migrated = migration.up().then(() => migrating.query('commit'))
  const isWaiting = async () =>
    (await system.query('select count(*)::int as count from pg_locks where not granted')).rows[0].count
  await expect.poll(isWaiting).toBeGreaterThan(0)
  await writing.query('commit')
  await migrated
  expect((await system.query('select sequence::int from events')).rows).toEqual([{ sequence: 1 }])
})

/** As created by earlier migrations. */
const before = `
create table idempotency_keys (organization_id uuid not null references organizations (id), digest bytea not null,
  fingerprint bytea not null, status int not null, body bytea, created_at timestamptz not null, primary key (organization_id, digest));
create table events (organization_id uuid not null references organizations (id), id uuid not null, sequence bigint not null,
  name text not null, created_at timestamptz(3) not null, body text not null, primary key (organization_id, id));
create unique index events_sequence_key on events (organization_id, sequence);
create table webhook_deliveries (organization_id uuid not null references organizations (id), id uuid not null,
  created_at timestamptz(3) not null, updated_at timestamptz(3) not null, version int not null default 1, webhook_id uuid not null,
  event_id uuid not null, event_name text not null, sequence bigint, body text, status text not null default 'pending',
  attempts jsonb not null default '[]', attempt_count int not null default 0, unknown_outcomes int not null default 0,
  next_attempt_at timestamptz(3), primary key (organization_id, id));`
