import { currencyDecimals, isIban } from '#core/money/banking'
import { maxMovedCents } from '#core/money/decimal'
import type { Bilingual } from '#core/text/language'
import { supportedYears } from '#core/time/clock'

export type StatementFormat = 'camt.053' | 'camt.052' | 'camt.054' | 'mt940' | 'mt942'

/** References given by banks and payers, by kind; each may be missing. */
export interface TransactionReferences {
  /** Unique worldwide (ISO 20022, UUID version 4). */
  uetr?: string
  /** Given by the first bank in the chain. */
  txId?: string
  /** Given to the entry by the account's bank. */
  entry?: string
  /** Direct debit mandate. */
  mandate?: string
  /** The bank's own reference types, such as a turnover id. */
  proprietary?: Record<string, string>
}

/** A transaction as the bank wrote it. */
export interface Movement {
  /** Booking date, YYYY-MM-DD. */
  bookedOn: string
  /** Value date; null if missing. */
  valueOn: string | null
  /** In the minor unit of the currency; negative if money went out. */
  amountCents: number
  currency: string
  /** The other party. */
  name: string | null
  iban: string | null
  /** Ultimate debtor, if it is not the payer (UltmtDbtr, ABWA). */
  ultimateName: string | null
  purpose: string | null
  endToEndId: string | null
  bankReference: string | null
  references: TransactionReferences
  /** A returned direct debit or cancelled booking. */
  isReturn: boolean
  /** Line in the file, from 1. */
  line: number
}

/** Balances or sums that disagree with the movements. */
export interface Imbalance {
  text: Bilingual
  /** Line in the file; null in a ZIP, where the text names file and line. */
  line: number | null
}

export interface Statement {
  /** Account as the bank writes it. */
  account: string
  iban: string | null
  currency: string
  from: string | null
  to: string | null
  /** Null if missing; then balances are not checked. */
  openingCents: number | null
  closingCents: number | null
  movements: Movement[]
  /** Number of pending entries, which are not among the movements. */
  pending: number
  imbalance: Imbalance | null
}

export interface ParsedStatements {
  format: StatementFormat
  statements: Statement[]
}

/** Limits per file. */
export const statementLimits = { bytes: 20 * 1024 * 1024, movements: 5000, statements: 1000 }

export class StatementRefused extends Error {
  override readonly name = 'StatementRefused'
  readonly text: Bilingual
  readonly line: number | null

  constructor(text: Bilingual, line: number | null) {
    super(text.en)
    this.text = text
    this.line = line
  }
}

export function refuseStatement(line: number | null, de: string, en: string): never {
  throw new StatementRefused({ de: truncate(de, 300), en: truncate(en, 300) }, line)
}

export function refuseTooManyMovements(): never {
  const { movements, statements } = statementLimits
  refuseStatement(
    null,
    `mehr als ${movements} Umsätze oder ${statements} Auszüge: bitte kürzere Zeiträume einlesen`,
    `more than ${movements} movements or ${statements} statements: please import shorter periods`,
  )
}

const truncate = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** Truncates texts to the lengths that the formats allow (names 140, references 35), since all of them are compared later. */
export const truncateTexts = (movement: Movement): Movement => ({
  ...movement,
  name: movement.name && truncate(movement.name, 140),
  ultimateName: movement.ultimateName && truncate(movement.ultimateName, 140),
  purpose: movement.purpose && truncate(movement.purpose, 2000),
  endToEndId: movement.endToEndId && truncate(movement.endToEndId, 35),
  bankReference: movement.bankReference && truncate(movement.bankReference, 35),
})

/** Account names are never truncated: another account's may start alike. */
export function assertAccountNameLength(text: string, line: number): string {
  if (text.length > 70)
    refuseStatement(
      line,
      'der Name des Kontos ist länger als 70 Zeichen',
      'the name of the account is longer than 70 characters',
    )
  return text
}

/** Parses an unsigned amount into minor units; refuses invalid and too precise ones. */
export function parseMinorUnits(amount: string, currency: string, line: number): number {
  if (!/^[A-Z]{3}$/.test(currency)) refuseStatement(line, `keine Währung: ${currency}`, `not a currency: ${currency}`)
  const [, whole = '', fraction = ''] = /^0*(\d{1,15})(?:[.,](\d*))?$/.exec(amount.trim()) ?? []
  const places = currencyDecimals(currency)
  const finer = /[^0]/.test(fraction.slice(places))
  const cents = Number(whole + fraction.slice(0, places).padEnd(places, '0'))
  if (!whole || finer || !(cents <= maxMovedCents))
    refuseStatement(line, `kein Betrag in ${currency}: ${amount}`, `not an amount in ${currency}: ${amount}`)
  return cents
}

/** Null if opening balance and movements add up to the closing balance. */
export function findImbalance(
  { openingCents, closingCents, movements, account, currency }: Omit<Statement, 'imbalance'>,
  line: number,
): Imbalance | null {
  if (openingCents === null || closingCents === null) return null
  const moved = movements.reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (openingCents + moved === closingCents) return null
  const places = currencyDecimals(currency)
  const format = (locale: string) => {
    const { format } = new Intl.NumberFormat(locale, { minimumFractionDigits: places, maximumFractionDigits: places })
    return (cents: number) => format(cents / 10 ** places)
  }
  const sums = (locale: string, insteadOf: string) => {
    const write = format(locale)
    const movement = `${moved < 0 ? '−' : '+'} ${write(Math.abs(moved))}`
    const sum = `${write(openingCents)} ${movement} = ${write(openingCents + moved)} ${currency}`
    return `${sum} ${insteadOf} ${write(closingCents)} ${currency}`
  }
  return {
    line,
    text: {
      de: `Konto ${account}: Anfangssaldo und Umsätze ergeben nicht den Endsaldo (${sums('de', 'statt')})`,
      en: `account ${account}: opening balance and movements do not give the closing balance (${sums('en', 'instead of')})`,
    },
  }
}

/** Collapses whitespace to one line; null if nothing is left. */
export const collapseWhitespace = (text: string | null | undefined): string | null =>
  text?.replace(/\s+/g, ' ').trim() || null

/** Null if it is no valid IBAN. */
export function parseIban(text: string | null | undefined): string | null {
  const compact = text?.replace(/\s/g, '').toUpperCase() ?? ''
  return isIban(compact) ? compact : null
}

/** `YYYY-MM-DD`; null if there is no such day, or it is outside the supported years. */
export function toValidDate(year: number, month: number, date: number): string | null {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  const parsed = new Date(`${text}T00:00:00Z`)
  if (year < supportedYears.first || year > supportedYears.last) return null
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text) ? text : null
}
