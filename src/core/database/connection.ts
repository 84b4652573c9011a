import { Pool, type PoolClient, TypeOverrides, types } from 'pg'
import type { Sql } from 'sql-template-tag'
import { traceSpan } from '#core/runtime/tracing'
import { createAppUrl } from './app-role.ts'
import { getPreparedName } from './prepared-statements.ts'
import { describeStatement } from './statement-span.ts'

/** Made by the `sql` tag. */
export type Statement = Pick<Sql, 'text' | 'values'>

const asItStands = (text: string) => text

// Integers within ±(2^53−1) and percentages of six digits are exact as numbers. Dates and timestamps stay text: MikroORM hydrates them,
// and the scalars serialize text as it is.
const overrides = new TypeOverrides()
overrides.setTypeParser(types.builtins.INT8, Number)
overrides.setTypeParser(types.builtins.NUMERIC, Number)
for (const type of [types.builtins.DATE, types.builtins.TIMESTAMP, types.builtins.TIMESTAMPTZ])
  overrides.setTypeParser(type, asItStands)

/** Milliseconds. */
export interface Timeouts {
  /** Also for an idle transaction, so that a hanging process does not hold locks for ever. */
  statementTimeoutMs: number
  lockTimeoutMs: number
  waitTimeoutMs: number
}

/** Whether Citus is installed: docs/portable-sql.md. */
export async function isDistributed(system: Pick<Pool, 'query'>): Promise<boolean> {
  const { rows } = await system.query("select from pg_extension where extname = 'citus'")
  return rows.length > 0
}

/** False on a standby or with read-only settings. */
export const writableQuery = `select current_setting('transaction_read_only') = 'off' as "takesChanges"`

/** Throws if the disk is full; writes nothing permanent. */
export async function assertWritable(system: Pool): Promise<void> {
  const client = await system.connect()
  try {
    await client.query('begin')
    await client.query(
      'create temporary table try_writing on commit drop as select repeat(md5(i::text), 60) from generate_series(1, 500) i',
    )
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

// Plans each prepared statement once per connection: all use an organization's index, whatever the values.
const planOnce = '-c plan_cache_mode=force_generic_plan'

/** Citus plans by organization and passes SET LOCAL on to its workers. */
const planByOrganization = '-c citus.propagate_set_commands=local'

/** Reset, so that a statement outside an organization's transaction is an error instead of returning no rows. */
const noOrganization = '-c app.organization_id='

/**
 * Creates a connection pool. `app` connects as the restricted role and cannot change it; `system` connects as the owner, only for
 * migrations, scheduled work, cross-tenant reads and commands.
 */
export function createPool(
  url: string,
  as: 'app' | 'system',
  size: number,
  timeouts?: Timeouts,
  isDistributed = false,
): Pool {
  const options = as === 'app' ? ` ${isDistributed ? planByOrganization : planOnce} ${noOrganization}` : ''
  const limits = timeouts
    ? ` -c statement_timeout=${timeouts.statementTimeoutMs} -c lock_timeout=${timeouts.lockTimeoutMs} -c idle_in_transaction_session_timeout=${timeouts.statementTimeoutMs}`
    : ''
  const pool = new Pool({
    connectionString: as === 'app' ? createAppUrl(url) : url,
    max: size,
    types: overrides,
    application_name: `kontor ${as}`,
    options: `-c timezone=UTC${options}${limits}`,
    connectionTimeoutMillis: timeouts?.waitTimeoutMs ?? 10_000,
    // The server cancels slow statements; if it hangs itself, the client gives up a second later.
    ...(timeouts && { query_timeout: timeouts.statementTimeoutMs + 1000 }),
    pipeline: true,
    keepAlive: true,
  })
  // A dropped idle connection has no caller; running queries reject by themselves.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Runs a named prepared statement, parsed and planned once per connection. */
export async function runStatement<Row>(connection: PoolClient | Pool, { text, values }: Statement): Promise<Row[]> {
  if (connection instanceof Pool) {
    const client = await connection.connect()
    try {
      const rows = await runStatement<Row>(client, { text, values })
      client.release()
      return rows
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  const { rows } = await traceSpan(
    () => describeStatement({ text, values }),
    () => connection.query({ name: getPreparedName(connection, text), text, values }),
  )
  return rows
}
