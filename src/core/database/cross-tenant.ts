import type { Pool } from 'pg'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { isDistributed } from './connection.ts'

/**
 * Keeps a statement to organizations that can be reached, by the columns that say whose a row is; true where all can be.
 * Each table of a join must be kept to them: Citus takes it from none to another.
 */
export type ReachableTenants = (...columns: string[]) => Sql

/** How long it is taken for granted, in milliseconds, that a server is away that was. */
const awayFor = 30_000

/** So long a server may take to let somebody in, in milliseconds. */
const patience = 5_000

/** The organizations on servers that answer, while one does not. */
const withoutAbsent = new WeakMap<Pool, { until: number; organizations: string[] }>()

/**
 * Rows of a statement over all organizations: a look-up, or the removal of what is old. `system` works as the owner, and
 * its statements take limited time. Where the tables lie on several servers and one of them is away or hangs, it is about the organizations on the others.
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

/** A server does not answer: PostgreSQL's classes of connections (08), of what an operator has ended (57P), and of what takes too long. */
const isAway = (error: unknown) => /^(08|57P|57014)/.test(String((error as { code?: unknown } | null)?.code))

/** The organizations that can be reached where a server was away just now; null where none is. */
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

/** The organizations on servers that answer. Each has a member, whose address is on every server. */
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
