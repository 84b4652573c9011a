import type { Sql } from 'sql-template-tag'
import type { ReachableTenants } from './cross-tenant.ts'

/**
 * A metric that the database knows: each row of `sql` has a `value`, and the labels where there are some. Where a server is
 * away it is about the organizations that can be reached.
 */
export interface DatabaseMetric {
  name: string
  help: string
  /** Of few values, known beforehand. */
  labels?: readonly string[]
  sql(reached: ReachableTenants): Sql
}
