import { stringify } from 'csv-stringify/sync'
import type { ZipFile } from '#core/storage/zip'
import type { Language } from '#core/text/language'
import type { Period } from './bookkeeping-settings.ts'
import { type ExportTable, expandRows, type RowKey, type TableColumn } from './export-tables.ts'
import { type ReadRows, readPages } from './read-pages.ts'

/** Format for a spreadsheet in a language, or for the software of a tax auditor. */
export interface CsvFormat {
  language: Language
  /** Writes a byte order mark, and escapes cells that a spreadsheet would take for formulas. */
  forSpreadsheet: boolean
}

/** RFC 4180 with a header row. German has semicolons and decimal commas. */
export function createCsvFile(
  read: ReadRows,
  organizationId: string,
  table: ExportTable,
  period: Period,
  form: CsvFormat,
): ZipFile {
  return { name: `${table.file[form.language]}.csv`, content: generateCsv(read, organizationId, table, period, form) }
}

async function* generateCsv(
  read: ReadRows,
  organizationId: string,
  table: ExportTable,
  period: Period,
  { language, forSpreadsheet }: CsvFormat,
) {
  const german = language === 'de'
  // Spreadsheets come without the document files.
  const columns = table.columns.filter(({ kind }) => kind !== 'path' || !forSpreadsheet)
  const write = (rows: unknown[][], bom = false) =>
    Buffer.from(
      stringify(rows, {
        bom: bom && forSpreadsheet,
        delimiter: german ? ';' : ',',
        record_delimiter: 'windows',
        // Every cell is quoted: some readers take a lone LF, or the separator of another locale, for the end of a cell.
        quoted_match: /./s,
      }),
    )
  const cell = (kind: TableColumn['kind'], value: unknown): string => {
    if (value === null || value === undefined || value === '') return ''
    if (kind === 'cents') return formatAmount(value as number, german)
    if (kind === 'number') return german ? String(value).replace('.', ',') : String(value)
    const text = String(value)
    return forSpreadsheet ? text.replace(formulaStart, "$1'") : text
  }
  yield write([columns.map((column) => column[language])], true)
  for await (const rows of readPages<Record<string, unknown> & RowKey>(read, (after) =>
    table.rows(organizationId, period, after),
  ))
    yield write(expandRows(table, rows).map((record) => columns.map(({ key, kind }) => cell(kind, record[key]))))
}

/** Positions where a spreadsheet of any locale may start a cell and see a formula. */
const formulaStart = /(^|[\r\n;,\t])(?=[=+\-@\t\r])/g

function formatAmount(cents: number, german: boolean): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${german ? ',' : '.'}${digits.slice(-2)}`
}
