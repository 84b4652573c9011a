import type { Database } from '#core/database/database'
import type { Select } from '#core/database/select'

export type ReadRows = <Row>(statement: Select) => Promise<Row[]>

/** Runs each statement in a short transaction of its own, so that a long export holds no connection. */
export const createRowReader =
  (database: Database, organizationId: string): ReadRows =>
  <Row>(statement: Select) =>
    database.tenant(organizationId, (transaction) => transaction.query<Row>(statement))

export const rowsPerPage = 500

/** Reads a keyset-paginated statement page by page; `size` is the limit in the statement. */
export async function* readPages<Row>(
  read: ReadRows,
  statement: (after: Row | undefined) => Select,
  size = rowsPerPage,
): AsyncGenerator<Row[]> {
  let after: Row | undefined
  for (;;) {
    const rows = await read<Row>(statement(after))
    if (rows.length) yield rows
    if (rows.length < size) return
    after = rows.at(-1)
  }
}
