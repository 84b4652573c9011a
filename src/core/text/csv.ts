import { stringify } from 'csv-stringify/sync'
import type { Language } from './language.ts'

/**
 * A table as spreadsheets of a language open it (RFC 4180, UTF-8 with its mark): semicolons and decimal commas in
 * German. What a spreadsheet would take for a formula is text.
 */
export function toCsv(
  header: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
  language: Language,
) {
  const german = language === 'de'
  return stringify([header, ...rows] as unknown[][], {
    bom: true,
    delimiter: german ? ';' : ',',
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { number: (value) => (german ? String(value).replace('.', ',') : String(value)) },
  })
}
