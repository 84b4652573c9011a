import { currencyDecimals, isIban } from '#core/money/banking'
import { maxMovedCents } from '#core/money/decimal'
import type { Bilingual } from '#core/text/language'
import { supportedYears } from '#core/time/clock'

export type StatementFormat = 'camt.053' | 'camt.052' | 'camt.054' | 'mt940' | 'mt942'

/** References of a transaction that banks and payers give it, by kind; each may be missing. */
export interface TransactionReferences {
  /** Unique worldwide (ISO 20022, UUID version 4). */
  uetr?: string
  /** Given by the first bank of the chain. */
  txId?: string
  /** Given to the entry by the bank of the account. */
  entry?: string
  /** The mandate of a direct debit. */
  mandate?: string
  /** A bank's own kinds, such as a turnover id, by their names. */
  proprietary?: Record<string, string>
}

/** Money that came or went, as the bank wrote it down. */
export interface Movement {
  /** The day on which it was booked, YYYY-MM-DD. */
  bookedOn: string
  /** The day from which it counts for interest; null where the bank did not say. */
  valueOn: string | null
  /** In the minor unit of the currency; negative where money went out. */
  amountCents: number
  currency: string
  /** Who paid, or was paid. */
  name: string | null
  iban: string | null
  /** Whom it was paid for, if the payer gave a name besides their own (UltmtDbtr, ABWA). */
  ultimateName: string | null
  /** What the payer wrote. */
  purpose: string | null
  endToEndId: string | null
  /** The bank's own reference. */
  bankReference: string | null
  references: TransactionReferences
  /** It takes back an earlier one: a returned direct debit, a cancelled booking. */
  isReturn: boolean
  /** Where it stands in the file, counted from 1. */
  line: number
}

/** Balances or sums of a statement that do not follow from its movements. */
export interface Imbalance {
  text: Bilingual
  /** Line of the file; null in a ZIP, where the text names file and line. */
  line: number | null
}

/** What an account moved in a time. */
export interface Statement {
  /** As the bank names the account. */
  account: string
  iban: string | null
  currency: string
  from: string | null
  to: string | null
  /** Null where the bank told none; then nothing is checked against it. */
  openingCents: number | null
  closingCents: number | null
  movements: Movement[]
  /** Announced and not booked yet: they are not among the movements. */
  pending: number
  imbalance: Imbalance | null
}

export interface ParsedStatements {
  format: StatementFormat
  statements: Statement[]
}

/** So much of one file is read. */
export const statementLimits = { bytes: 20 * 1024 * 1024, movements: 5000, statements: 1000 }

/** A file that is not read, with the reason and the line that gives it. */
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

/**
 * A movement within what the formats hold: names of 140 characters, references of 35 and, of whatever parts a purpose has,
 * more than a bank prints. What is longer is cut, for everything that is told is compared later.
 */
export const truncateTexts = (movement: Movement): Movement => ({
  ...movement,
  name: movement.name && truncate(movement.name, 140),
  ultimateName: movement.ultimateName && truncate(movement.ultimateName, 140),
  purpose: movement.purpose && truncate(movement.purpose, 2000),
  endToEndId: movement.endToEndId && truncate(movement.endToEndId, 35),
  bankReference: movement.bankReference && truncate(movement.bankReference, 35),
})

/** The name of an account, which is never cut: that of another may begin alike. */
export function assertAccountNameLength(text: string, line: number): string {
  if (text.length > 70)
    refuseStatement(
      line,
      'der Name des Kontos ist länger als 70 Zeichen',
      'the name of the account is longer than 70 characters',
    )
  return text
}

/** An amount without a sign in the minor unit of its currency; refused where it is none, or finer than that. */
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

/** The difference between the closing balance and what opening balance and movements give; null if there is none. */
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

/** A text of one line without outer blanks; null where nothing is left. */
export const collapseWhitespace = (text: string | null | undefined): string | null =>
  text?.replace(/\s+/g, ' ').trim() || null

/** An IBAN as it stands in a text; null where it is none. */
export function parseIban(text: string | null | undefined): string | null {
  const compact = text?.replace(/\s/g, '').toUpperCase() ?? ''
  return isIban(compact) ? compact : null
}

/** `YYYY-MM-DD`; null where there is no such day, or it is none of the API. */
export function toValidDate(year: number, month: number, date: number): string | null {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  const parsed = new Date(`${text}T00:00:00Z`)
  if (year < supportedYears.first || year > supportedYears.last) return null
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text) ? text : null
}
