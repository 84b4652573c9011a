import { guessColumnMapping, maxColumns } from '../../../client-csv/column-mapping.ts'
import { type ImportedClient, parseClientRow } from '../../../client-csv/parse-client-row.ts'
import { decodeCsv, parseCsv } from '../../../client-csv/parse-csv.ts'

/**
 * Parses the clients of a CSV file, or returns why it cannot be read.
 * @public Called by name in a thread.
 */
export function parseClientFile({
  bytes,
  mostRows,
}: {
  bytes: Uint8Array
  mostRows: number
}): ImportedClient[] | 'no names' | 'too large' {
  const sheet = parseCsv(decodeCsv(bytes))
  if (!sheet) return 'no names'
  if (sheet.columns.length > maxColumns || sheet.rows.length > mostRows) return 'too large'
  const columns = guessColumnMapping(sheet.columns)
  return columns.some((column) => /name$/i.test(column))
    ? sheet.rows.map((row) => parseClientRow(row, columns))
    : 'no names'
}
