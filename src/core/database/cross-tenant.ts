import type { Pool } from 'pg'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { isDistributed } from './connection.ts'

/**
 * SQL condition that restricts a statement to reachable organizations; `true` if all servers answer. Takes the organization column of
 * every table of a join, because Citus does not infer it.
 */
export type ReachableTenants = (...columns: string[]) => Sql

/** Milliseconds until an unreachable server is tried again. */
const awayFor = 30_000

/** Milliseconds to connect to a server. */
const patience = 5_000

/** Reachable organizations while a server does not answer. */
const withoutAbsent = new WeakMap<Pool, { until: number; organizations: string[] }>()

/**
 * Runs a statement over all organizations. `system` connects as the owner, with a statement timeout. If one of several servers does not
 * answer, the statement covers the organizations on the others.
 */
export async function queryAllTenants<Row>(
  system: Pool,
  statement: (reached: ReachableTenants) => Sql,
): Promise<Row[]> {
  const query = async ({ text, values }: Sql) => (await system.query({ text, values })).rows as Row[]
  let organizations = await stillReached(system)
  if (!organizations)
    try {
      return await query(statement(() => sql`true`))
    } catch (error) {
      if (!isAway(error) || !(await isDistributed(system))) throw error
      organizations = await reached(system)
    }
  return query(
    statement((...columns) =>
      join(
        columns.map((column) => sql`${raw(column)} = any(${organizations}::uuid[])`),
        ' and ',
      ),
    ),
  )
}

/** SQLSTATE classes 08 (connection) and 57P (operator intervention), and 57014 (timeout). */
const isAway = (error: unknown) => /^(08|57P|57014)/.test(String((error as { code?: unknown } | null)?.code))

/** Reachable organizations if a server was away recently, else null. */
async function stillReached(system: Pool): Promise<string[] | null> {
  const known = withoutAbsent.get(system)
  if (!known) return null
  if (performance.now() < known.until) return known.organizations
  const servers = await serversThatAnswer(system)
  if (servers.every(({ answers }) => answers)) {
    withoutAbsent.delete(system)
    return null
  }
  return reached(system, servers)
}

interface Server {
  group: number
  answers: boolean
}

async function serversThatAnswer(system: Pool): Promise<Server[]> {
  const client = await system.connect()
  try {
    await client.query('begin')
    await client.query(`set local citus.node_connection_timeout = ${patience}`)
    const { rows } = await client.query<Server>(
      `select groupid as group, citus_check_connection_to_node(nodename, nodeport) as answers
       from pg_dist_node where isactive and noderole = 'primary'`,
    )
    return rows
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

/** Organizations on servers that answer. Each has a member, whose address is on every server (a reference table). */
async function reached(system: Pool, servers?: readonly Server[]): Promise<string[]> {
  const groups = (servers ?? (await serversThatAnswer(system))).filter(({ answers }) => answers)
  const { rows } = await system.query<{ id: string }>(
    `select wanted.id from (select distinct organization_id as id from member_emails) wanted
       join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('organizations', wanted.id)
     where p.groupid = any($1::int[])`,
    [groups.map(({ group }) => group)],
  )
  const organizations = rows.map(({ id }) => id)
  withoutAbsent.set(system, { until: performance.now() + awayFor, organizations })
  return organizations
}
