import type { Pool, PoolClient } from 'pg'
import { appRole } from './app-role.ts'
import { isDistributed } from './connection.ts'

/** Needed before the organization is known, so every server has a copy. */
export const referenceTables = ['member_slugs', 'member_emails', 'base_rates'] as const

/** Only on the coordinator. */
export const coordinatorTables = ['migrations', 'rate_windows'] as const

/** The servers do not meet the requirements. The message names server and remedy. */
class NotDistributable extends Error {
  override readonly name = 'NotDistributable'
}

const distributionLock = 0x63697475

const leastCitus = 13

interface Found {
  place: string
  found: string
}

/**
 * Distributes all tables over Citus's servers by organization, or only new ones if run again. All or nothing, while writes wait.
 * `system` connects as the owner. Returns the servers' description and the distributed tables. Throws NotDistributable.
 */
export async function distributeTables(
  system: Pool,
  show: (done: number, all: number) => void = () => {},
): Promise<{ servers: string; tables: string[] }> {
  const cluster = await findCluster(system)
  await prepareRole(system)
  const servers = await checkServers(system, cluster)
  const client = await system.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [distributionLock])
    // Foreign keys to reference tables need one connection per server.
    await client.query("set local citus.multi_shard_modify_mode = 'sequential'")
    await client.query('set local statement_timeout = 0')
    const tables = await tablesOnOneServer(client)
    const keys = await foreignKeysOf(client, tables)
    for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
    for (const [index, table] of tables.entries()) {
      await spread(client, table)
      show(index + 1, tables.length)
    }
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    await client.query('commit')
    await freeOldRows(client)
    return { servers, tables }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** Distributes tables of later migrations; no effect without Citus. */
export async function distributeNewTables(system: Pool): Promise<string[]> {
  if (!(await isDistributed(system)) || !(await isSpread(system))) return []
  return (await tablesOnOneServer(system)).length ? (await distributeTables(system)).tables : []
}

async function isSpread(system: Pool | PoolClient): Promise<boolean> {
  const { rowCount } = await system.query(
    "select from pg_dist_partition where logicalrelid = 'public.organizations'::regclass",
  )
  return rowCount === 1
}

/** Tables follow `organizations`, since they are colocated with it. */
async function tablesOnOneServer(client: PoolClient | Pool): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class c
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> all ($1)
       and not exists (select from pg_dist_partition where logicalrelid = c.oid)
       and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
     order by relname <> all ($2), relname <> 'organizations', relname`,
    [coordinatorTables, referenceTables],
  )
  return rows.map(({ name }) => name)
}

async function foreignKeysOf(client: PoolClient, tables: readonly string[]) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0
       and (conrelid = any ($1::text[]::regclass[]) or confrelid = any ($1::text[]::regclass[]))`,
    [tables],
  )
  return rows
}

async function spread(client: PoolClient, table: string) {
  if (referenceTables.some((each) => each === table))
    return client.query('select create_reference_table($1::text::regclass)', [table])
  if (table === 'organizations') return client.query("select create_distributed_table('organizations', 'id')")
  return client.query(
    "select create_distributed_table($1::text::regclass, 'organization_id', colocate_with => 'organizations')",
    [table],
  )
}

/** Rows from before the distribution are still stored on the coordinator, invisible. */
async function freeOldRows(client: PoolClient) {
  const { rows } = await client.query<{ name: string }>(
    `select logicalrelid::text as name from pg_dist_partition where pg_relation_size(logicalrelid) > 0`,
  )
  for (const { name } of rows)
    await client.query('select truncate_local_data_after_distributing_table($1::text::regclass)', [name])
}

/** Servers connect to each other as the role of requests. */
async function prepareRole(system: Pool) {
  const { rows } = await system.query<{ enters: boolean }>(
    `select coalesce((select rolcanlogin from pg_roles where rolname = '${appRole}'), true) as enters`,
  )
  // Citus passes it on.
  if (!rows[0]?.enters) await system.query(`alter role ${appRole} login`)
}

/** Describes the distribution for operators. Throws NotDistributable. */
export async function checkDistribution(system: Pool): Promise<string> {
  if (!(await isDistributed(system))) return 'one, which has all tables'
  const servers = await checkServers(system, await findCluster(system))
  if (!(await isSpread(system))) return `${servers}; kontor distribute spreads the tables over them`
  const left = await tablesOnOneServer(system)
  if (left.length) throw new NotDistributable(`${left.join(', ')}: on one server alone. Run kontor distribute.`)
  return `${servers}, the tables spread by organization`
}

/** Common settings and number of servers. */
interface Cluster {
  citus: string
  /** `server_version_num`. */
  postgres: string
  servers: number
}

/** Throws NotDistributable without Citus, with an old version, or with a single server. */
async function findCluster(system: Pool): Promise<Cluster> {
  if (!(await isDistributed(system)))
    throw new NotDistributable(
      "This database has no Citus. Set shared_preload_libraries = 'citus' on each server, restart them, and run create extension citus in this database of each.",
    )
  const { rows: known } = await system.query<{ version: string; postgres: string }>(
    "select extversion as version, current_setting('server_version_num') as postgres from pg_extension where extname = 'citus'",
  )
  const version = known[0]?.version ?? ''
  if (Number.parseFloat(version) < leastCitus)
    throw new NotDistributable(
      `Citus ${version} is older than ${leastCitus}. Update it on each server, then alter extension citus update.`,
    )
  const { rows: workers } = await system.query('select from citus_get_active_worker_nodes()')
  if (workers.length === 0)
    throw new NotDistributable(
      "Citus knows no other server. Tell it this one by select citus_set_coordinator_host('<host>'), and the others by select citus_add_node('<host>', 5432).",
    )
  return { citus: version, postgres: known[0]?.postgres ?? '', servers: workers.length + 1 }
}

/** Checks the servers' requirements and describes them for operators. Throws NotDistributable with server and remedy. */
async function checkServers(system: Pool, cluster: Cluster): Promise<string> {
  for (const { query, as, isRight, words } of requirements(cluster)) {
    const wrong = (await askEach(system, query, as)).filter(({ found }) => !isRight(found))
    if (wrong.length)
      throw new NotDistributable(`${wrong.map(({ place, found }) => `${place}: ${found}`).join(', ')}. ${words}`)
  }
  return `Citus ${cluster.citus} on ${cluster.servers} servers`
}

interface Requirement {
  query: string
  as?: typeof appRole
  isRight(found: string): boolean
  words: string
}

const requirements = ({ citus, postgres }: Cluster): Requirement[] => [
  {
    query: "select current_setting('server_version_num')",
    isRight: (found) => found.slice(0, -4) === postgres.slice(0, -4),
    words: 'All servers run the same version of PostgreSQL.',
  },
  {
    query:
      "select coalesce(string_agg(name, ', '), 'complete') from (values ('citus'), ('pg_trgm'), ('btree_gist')) needed (name) where not exists (select from pg_extension where extname = name)",
    isRight: (found) => found === 'complete',
    words: 'Make the extension on that server (create extension); pg_trgm and btree_gist come with postgresql-contrib.',
  },
  {
    query: "select extversion from pg_extension where extname = 'citus'",
    isRight: (found) => found === citus,
    words: `All servers run the same version of Citus, here ${citus}: update it there, then alter extension citus update.`,
  },
  {
    // Session settings of a connection are not passed on to other servers.
    query: "select current_setting('timezone')",
    isRight: (found) => /^(Etc\/)?(UTC|GMT)$/.test(found),
    words: `Set timezone = 'UTC' there: days and hours are reckoned where the rows are.`,
  },
  {
    query: "select current_setting('wal_level')",
    isRight: (found) => found === 'logical',
    words: 'Set wal_level = logical there and restart it, or no organization can be moved to another server.',
  },
  {
    // Moving an organization to another server uses logical replication.
    query: "select coalesce(current_setting('output_plugin_libraries', true), '')",
    isRight: (found) => !found || found.split(/,\s*/).includes('citus'),
    words: `Set output_plugin_libraries = 'pgoutput, citus' there, or no organization can be moved to another server.`,
  },
  {
    query: "select current_user || ' enters'",
    as: appRole,
    isRight: (found) => found === `${appRole} enters`,
    words: `The servers enter each other as ${appRole}: let it in by pg_hba.conf (a certificate, or a password in the .pgpass of each server).`,
  },
]

/** Runs a query of one value on each server; returns values or errors. */
async function askEach(system: Pool, query: string, as?: typeof appRole): Promise<Found[]> {
  const client = await system.connect()
  try {
    await client.query('begin')
    if (as) await client.query(`set local role ${as}`)
    const { rows } = await client.query<Found>(
      `select nodename || ':' || nodeport as place, result as found
       from run_command_on_all_nodes($1) join pg_dist_node using (nodeid)`,
      [query],
    )
    return rows
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}
