import type { Pool, PoolClient } from 'pg'

// Tests that run on a Citus (KONTOR_TEST_CITUS): CONTRIBUTING.md.

const given = process.env.KONTOR_TEST_CITUS

/** For `test.skipIf`: true on several servers; prints the reason. */
export function isOnSeveralServers(reason: string): boolean {
  if (given) console.warn(`Skipped on several servers: ${reason}`)
  return Boolean(given)
}

/** How many statements of this database wait for a lock, on whichever server. */
export async function countLockWaits(system: Pool | PoolClient): Promise<number> {
  const waits = `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const { rows } = given
    ? await system.query('select sum(result::int)::int as count from run_command_on_all_nodes($1)', [waits])
    : await system.query(waits)
  return rows[0].count
}
