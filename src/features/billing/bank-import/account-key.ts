import type { Statement } from './statement.ts'

/** An account whatever file names it: its number without leading zeros, and the code of its bank where that is told. */
export interface AccountKey {
  account: string
  bank: string | null
}

/** IBANs that end with code and number of the bank's own country: of Germany and Austria, whose banks write MT940 with these. */
const domestic = /^(?:DE\d\d(\d{8})(\d{10})|AT\d\d(\d{5})(\d{11}))$/

/** `12030000/202051`, `COBADEFFXXX/0532013000` or the number alone. */
const named = /^(?:(?:(\d{8}|\d{5})|[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\/)?(\d{1,11})$/

/** Banks name an account by its IBAN, by code or BIC and number, or by the number alone: what all have is the number. */
export function toAccountKey({ account, iban }: Pick<Statement, 'account' | 'iban'>): AccountKey {
  const [, german, germanNumber, austrian, austrianNumber] = domestic.exec(iban ?? '') ?? []
  const compact = account.replace(/\s/g, '').toUpperCase()
  const [, code, number] = (iban ? null : named.exec(compact)) ?? []
  const found = germanNumber ?? austrianNumber ?? number
  return found
    ? { account: found.replace(/^0+(?=\d)/, ''), bank: german ?? austrian ?? code ?? null }
    : { account: iban ?? compact, bank: null }
}
