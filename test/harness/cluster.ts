import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type Pool } from 'pg'
import type { TestProject } from 'vitest/node'
import { createAppUrl, prepareAppRole } from '#core/database/app-role'
import { createPool } from '#core/database/connection'
import { coordinatorTables, distributeTables } from '#core/database/distribute'
import { startEmbedded } from '#core/database/embedded'
import { migrate } from '#core/database/migrate'
import { createSecrets } from '#core/runtime/secret-key'
import { assertPortable } from './portable-sql/judge-statements.ts'
import type { ColumnTypes } from './portable-sql/stability.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the cluster's maintenance database. */
    cluster: string
    /** A migrated database to make others from. */
    template: string
    columnTypes: ColumnTypes
  }
}

/** One temporary cluster per run with a migrated template database, or the Citus cluster of KONTOR_TEST_CITUS. */
export default async function startCluster({ provide }: TestProject) {
  const given = process.env.KONTOR_TEST_CITUS
  const directory = mkdtempSync(join(tmpdir(), 'kontor-test-'))
  const cluster = given
    ? { url: given, stop: async () => {} }
    : await startEmbedded(directory, { report: () => {}, durable: false })
  const template = given ? `kontor_template_${process.pid}` : 'kontor_template'
  await onEach(cluster.url, `create database ${template}`)
  const url = onDatabase(cluster.url, template)
  if (given) await introduce(given, template)
  const system = createPool(url, 'system', 1)
  await migrate(system, url, () => createSecrets(randomBytes(32)))
  if (given) await distributeTables(system)
  await prepareAppRole(system, createAppUrl(url), { isOwn: true, isDistributed: Boolean(given) })
  provide('columnTypes', await columnTypesOf(system))
  await system.end()
  // A template has no visitors, of which Citus sends its own.
  if (given) await onEach(given, `alter database ${template} allow_connections false`, endSessions(template))
  assertPortable()
  provide('cluster', cluster.url)
  provide('template', template)
  return async () => {
    if (given) await onEach(given, `drop database ${template} with (force)`)
    await cluster.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** By name, for names that mean one type in all tables of organizations. */
async function columnTypesOf(system: Pool): Promise<ColumnTypes> {
  const { rows } = await system.query<{ name: string; type: string }>(
    `select column_name as name, min(udt_name) as type from information_schema.columns
     where table_schema = 'public' and table_name <> all($1) group by column_name having count(distinct udt_name) = 1`,
    [coordinatorTables],
  )
  return Object.fromEntries(rows.map(({ name, type }) => [name, type]))
}

/** A new database on the given servers of Citus, which know each other in it; nothing is in it. */
export async function createClusterDatabase(given: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onEach(given, `create database ${name}`)
  await introduce(given, name)
  return { url: onDatabase(given, name), drop: () => drop(given, name) }
}

/** Tells a new database of each server of the others, as the given one knows them; a few shards are enough. */
async function introduce(given: string, database: string) {
  await onEach(onDatabase(given, database), 'create extension citus')
  const [first] = await query(given, 'select nodename, nodeport from pg_dist_node where groupid = 0')
  const others = await query(given, 'select nodename, nodeport from pg_dist_node where groupid <> 0')
  const coordinator = onDatabase(given, database)
  await query(coordinator, `alter database ${database} set citus.shard_count = 2`)
  await query(coordinator, 'select citus_set_coordinator_host($1, $2)', [first?.nodename, first?.nodeport])
  for (const { nodename, nodeport } of others)
    await query(coordinator, 'select citus_add_node($1, $2)', [nodename, nodeport])
}

const endSessions = (database: string) =>
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`

/** The same server, another database. */
export function onDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** A migrated database of one's own: for what is global, such as migrations, the clock or the dispatcher. */
export async function createDatabase(
  cluster: string,
  template: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onEach(cluster, `create database ${name} template ${template}`)
  return {
    url: onDatabase(cluster, name),
    drop: () => drop(cluster, name),
  }
}

let known: Promise<string[]> | undefined

/** The same database on each server: on the only one, unless they are those of Citus. */
async function serversOf(url: string): Promise<string[]> {
  const given = process.env.KONTOR_TEST_CITUS
  if (!given) return [url]
  known ??= query(given, 'select nodename, nodeport from pg_dist_node order by groupid').then((nodes) =>
    nodes.map(({ nodename, nodeport }) => `${nodename}:${nodeport}`),
  )
  return (await known).map((host) => Object.assign(new URL(url), { host }).href)
}

/** Drops a database, whoever still looks at it: those whom Citus sends come again for a while. */
async function drop(url: string, name: string) {
  for (let tries = 1; ; tries++)
    try {
      return await onEach(url, `drop database if exists ${name} with (force)`)
    } catch (error) {
      if (tries === 10 || !isInUse(error)) throw error
      await pause(tries * 50)
    }
}

const isInUse = (error: unknown) => (error as { code?: string }).code === '55006'

/** Runs statements on each server. */
async function onEach(url: string, ...statements: string[]) {
  for (const statement of statements)
    await Promise.all((await serversOf(url)).map((server) => query(server, statement)))
}

async function query(url: string, text: string, values: unknown[] = []) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}
