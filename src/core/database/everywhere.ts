import type { Pool } from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'
import { isDistributed } from './connection.ts'

/** Keeps a look-up to organizations that can be reached, by the column that says whose a row is; true where all can be. */
export type Reached = (column: string) => Sql

/**
 * Rows of a look-up over all organizations. `system` works as the owner. Where the tables lie on several servers and one of
 * them is away, they are those of the organizations on the others.
 */
export async function lookUpEverywhere<Row>(system: Pool, statement: (reached: Reached) => Sql): Promise<Row[]> {
  const look = async ({ text, values }: Sql) => (await system.query({ text, values })).rows as Row[]
  try {
    return await look(statement(() => sql`true`))
  } catch (error) {
    if (!isAway(error) || !(await isDistributed(system))) throw error
    const reached = await reachedOrganizations(system)
    return look(statement((column) => sql`${raw(column)} = any(${reached}::uuid[])`))
  }
}

/** A server does not answer: PostgreSQL's classes of connections (08) and of what an operator has ended (57P). */
const isAway = (error: unknown) => /^(08|57P)/.test(String((error as { code?: unknown } | null)?.code))

/** The organizations on servers that answer. Each has a member, whose address is on every server. */
async function reachedOrganizations(system: Pool): Promise<string[]> {
  const { rows: organizations } = await system.query<{ id: string }>(
    'select distinct organization_id as id from member_emails',
  )
  const { rows: nodes } = await system.query<{ group: number }>(
    `select groupid as group from pg_dist_node where isactive and noderole = 'primary'
       and citus_check_connection_to_node(nodename, nodeport)`,
  )
  const { rows: reached } = await system.query<{ id: string }>(
    `select wanted.id from unnest($1::uuid[]) wanted (id)
       join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('organizations', wanted.id)
     where p.groupid = any($2::int[])`,
    [organizations.map(({ id }) => id), nodes.map(({ group }) => group)],
  )
  return reached.map(({ id }) => id)
}
