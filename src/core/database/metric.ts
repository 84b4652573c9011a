import type { Sql } from 'sql-template-tag'
import type { ReachableTenants } from './cross-tenant.ts'

/** A metric read from the database: rows of `sql` have `value` and the labels. Unreachable servers are left out. */
export interface DatabaseMetric {
  name: string
  help: string
  /** Must have few, known values. */
  labels?: readonly string[]
  sql(reached: ReachableTenants): Sql
}
