/** A metric that the database knows: each row of `sql` has a `value`, and the labels where there are some. */
export interface DatabaseMetric {
  name: string
  help: string
  /** Of few values, known beforehand. */
  labels?: readonly string[]
  sql: string
}
