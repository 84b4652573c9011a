import { stringify } from 'csv-stringify/sync'
import type { Language } from './language.ts'

/**
 * CSV for spreadsheets (RFC 4180, UTF-8 with byte order mark); German uses semicolons and decimal commas. Formulas are escaped
 * as text.
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
