import { guessColumns, mostColumns } from '../../../client-csv/columns.ts'
import { decodeSheet, readSheet } from '../../../client-csv/read-sheet.ts'
import { type ClientOfRow, toClient } from '../../../client-csv/to-client.ts'

/**
 * The clients of a CSV file, or the reason why it has none.
 * @public A thread runs it by its name.
 */
export function readClientFile({
  bytes,
  mostRows,
}: {
  bytes: Uint8Array
  mostRows: number
}): ClientOfRow[] | 'no names' | 'too large' {
  const sheet = readSheet(decodeSheet(bytes))
  if (!sheet) return 'no names'
  if (sheet.columns.length > mostColumns || sheet.rows.length > mostRows) return 'too large'
  const columns = guessColumns(sheet.columns)
  return columns.some((column) => /name$/i.test(column)) ? sheet.rows.map((row) => toClient(row, columns)) : 'no names'
}
