import { Pool, type PoolClient, TypeOverrides, types } from 'pg'
import type { Sql } from 'sql-template-tag'
import { traceSpan } from '#core/runtime/tracing'
import { createAppUrl } from './app-role.ts'
import { getPreparedName } from './prepared-statements.ts'
import { describeStatement } from './statement-span.ts'

/** A statement written with the `sql` tag: text with placeholders, and its values. */
export type Statement = Pick<Sql, 'text' | 'values'>

const asItStands = (text: string) => text

// Whole numbers stay within ±(2^53−1) by the contract, percentages within six digits: both are exact as numbers.
// Dates and timestamps stay text: MikroORM hydrates them itself, and the scalars serialize text as it is.
const overrides = new TypeOverrides()
overrides.setTypeParser(types.builtins.INT8, Number)
overrides.setTypeParser(types.builtins.NUMERIC, Number)
for (const type of [types.builtins.DATE, types.builtins.TIMESTAMP, types.builtins.TIMESTAMPTZ])
  overrides.setTypeParser(type, asItStands)

/** How long is waited, in milliseconds. */
export interface Timeouts {
  /** For a statement; and for the next one of a transaction, so that a process that hangs holds no rows for ever. */
  statementTimeoutMs: number
  lockTimeoutMs: number
  /** For a connection. */
  waitTimeoutMs: number
}

/** Whether the tables lie on several servers, by the extension Citus: docs/portable-sql.md. */
export async function isDistributed(system: Pick<Pool, 'query'>): Promise<boolean> {
  const { rows } = await system.query("select from pg_extension where extname = 'citus'")
  return rows.length > 0
}

/** Whether the database takes changes: a standby takes none, nor one that was set so. */
export const writableQuery = `select current_setting('transaction_read_only') = 'off' as "takesChanges"`

/** Throws where the database has no room for more; nothing is kept. */
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

// Each named statement is planned once a connection: all of them go by an organization's index, whatever their values.
const planOnce = '-c plan_cache_mode=force_generic_plan'

/** Citus plans by the organization, and tells its workers what is set by SET LOCAL. */
const planByOrganization = '-c citus.propagate_set_commands=local'

/** Without a transaction of an organization there is none, whatever the role or the database is set to: an error, not zero rows. */
const noOrganization = '-c app.organization_id='

/**
 * A pool of connections. As `app` they log in as the restricted role, and can become no other;
 * as `system` they are the owner's, for migrations, the clock, look-ups across organizations and commands alone.
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
    // The server ends a statement that takes too long; where it hangs itself, the connection is given up a little later.
    ...(timeouts && { query_timeout: timeouts.statementTimeoutMs + 1000 }),
    // Statements that do not wait for each other's answers are sent together.
    pipeline: true,
    keepAlive: true,
  })
  // A connection dropped by the server is an event without a caller: the query in flight rejects by itself.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Runs a statement as a named prepared one: PostgreSQL parses and plans each text once per connection. */
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
