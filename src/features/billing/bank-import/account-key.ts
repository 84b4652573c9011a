import type { Statement } from './statement.ts'

/** Identifies an account across formats: its number without leading zeros, and the bank code if known. */
export interface AccountKey {
  account: string
  bank: string | null
}

/** German and Austrian IBANs contain bank code and account number, which MT940 files use instead. */
const domestic = /^(?:DE\d\d(\d{8})(\d{10})|AT\d\d(\d{5})(\d{11}))$/

/** `12030000/202051`, `COBADEFFXXX/0532013000` or the number alone. */
const named = /^(?:(?:(\d{8}|\d{5})|[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\/)?(\d{1,11})$/

/** Banks identify an account by IBAN, by bank code or BIC and number, or by number alone; only the number is common to all. */
export function toAccountKey({ account, iban }: Pick<Statement, 'account' | 'iban'>): AccountKey {
  const [, german, germanNumber, austrian, austrianNumber] = domestic.exec(iban ?? '') ?? []
  const compact = account.replace(/\s/g, '').toUpperCase()
  const [, code, number] = (iban ? null : named.exec(compact)) ?? []
  const found = germanNumber ?? austrianNumber ?? number
  return found
    ? { account: found.replace(/^0+(?=\d)/, ''), bank: german ?? austrian ?? code ?? null }
    : { account: iban ?? compact, bank: null }
}
