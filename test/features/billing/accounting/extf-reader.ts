import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'

// Parses EXTF by its specification: Windows-1252, two header lines, decimal commas.

/** A parsed booking row. */
export interface Row {
  /** Positive if the account is debited. */
  cents: number
  account: string
  contra: string
  /** `DDMM`. */
  day: string
  /** Month of its tax, `YYYY-MM`. */
  taxMonth: string
  document: string
  text: string
  fields: string[]
}

export function readExtf(bytes: Buffer) {
  const [head, names, ...rows] = parse(new TextDecoder('windows-1252', { fatal: true }).decode(bytes), {
    delimiter: ';',
    relax_column_count: true,
    record_delimiter: '\r\n',
  }) as [string[], string[], ...string[][]]
  return { head, names, rows }
}

export const bookingsOf = (files: Map<string, Buffer>): Row[] =>
  [...files]
    .filter(([name]) => name.startsWith('EXTF_Buchungsstapel'))
    .flatMap(([, bytes]) => {
      const { head, rows } = readExtf(bytes)
      const month = `${head[14]?.slice(0, 4)}-${head[14]?.slice(4, 6)}`
      return rows.map((fields) => {
        const [amount = '', side, , , , , account = '', contra = '', , day = '', document = ''] = fields
        const cents = Number(amount.replace(',', ''))
        expect(amount).toMatch(/^\d+,\d\d$/)
        expect(cents).toBeGreaterThan(0)
        expect(fields).toHaveLength(125)
        expect(account && contra, fields.join(';')).toMatch(/^\d{4,}$/)
        const other = fields[115] ?? ''
        const taxMonth = other ? `${other.slice(4)}-${other.slice(2, 4)}` : month
        const text = fields[13] ?? ''
        return { cents: side === 'H' ? -cents : cents, account, contra, day, taxMonth, document, text, fields }
      })
    })
