import type { Database } from '#core/database/database'
import type { Select } from '#core/database/select'

/** Sends a statement that reads rows of one organization. */
export type ReadRows = <Row>(statement: Select) => Promise<Row[]>

/** Reads of an organization, each in a short transaction of its own: an export takes long, and holds nobody's connection. */
export const createRowReader =
  (database: Database, organizationId: string): ReadRows =>
  <Row>(statement: Select) =>
    database.tenant(organizationId, (transaction) => transaction.query<Row>(statement))

/** So many rows are in memory at once. */
export const rowsPerPage = 500

/** The rows of a statement that goes on after a row, page by page; `size` is what a page of it is limited to. */
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
