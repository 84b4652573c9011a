import { isIban, minorUnitsOf } from '#core/money/account'
import { mostMoved } from '#core/money/decimal'
import type { Bilingual } from '#core/text/language'
import { years } from '#core/time/clock'

export type StatementFormat = 'camt.053' | 'camt.052' | 'camt.054' | 'mt940' | 'mt942'

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
  /** What the payer wrote. */
  purpose: string | null
  endToEndId: string | null
  /** The bank's own reference. */
  bankReference: string | null
  /** It takes back an earlier one: a returned direct debit, a cancelled booking. */
  isReturn: boolean
  /** Where it stands in the file, counted from 1. */
  line: number
}

/** What an account moved in a time; its balances agree with its movements. */
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
}

export interface Statements {
  format: StatementFormat
  statements: Statement[]
}

/** So much of one file is read. */
export const mostOfStatement = { bytes: 20 * 1024 * 1024, movements: 5000, statements: 1000 }

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

export function refuse(line: number | null, de: string, en: string): never {
  throw new StatementRefused({ de: cut(de, 300), en: cut(en, 300) }, line)
}

export function tooMuch(): never {
  const { movements, statements } = mostOfStatement
  refuse(
    null,
    `mehr als ${movements} Umsätze oder ${statements} Auszüge: bitte kürzere Zeiträume einlesen`,
    `more than ${movements} movements or ${statements} statements: please import shorter periods`,
  )
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/**
 * A movement within what the formats hold: names of 140 characters, references of 35 and, of whatever parts a purpose has,
 * more than a bank prints. What is longer is cut, for everything that is told is compared later.
 */
export const withinFormat = (movement: Movement): Movement => ({
  ...movement,
  name: movement.name && cut(movement.name, 140),
  purpose: movement.purpose && cut(movement.purpose, 2000),
  endToEndId: movement.endToEndId && cut(movement.endToEndId, 35),
  bankReference: movement.bankReference && cut(movement.bankReference, 35),
})

/** The name of an account, which is never cut: that of another may begin alike. */
export function accountName(text: string, line: number): string {
  if (text.length > 70)
    refuse(
      line,
      'der Name des Kontos ist länger als 70 Zeichen',
      'the name of the account is longer than 70 characters',
    )
  return text
}

/** An amount without a sign in the minor unit of its currency; refused where it is none, or finer than that. */
export function minorUnits(amount: string, currency: string, line: number): number {
  if (!/^[A-Z]{3}$/.test(currency)) refuse(line, `keine Währung: ${currency}`, `not a currency: ${currency}`)
  const [, whole = '', fraction = ''] = /^0*(\d{1,15})(?:[.,](\d*))?$/.exec(amount.trim()) ?? []
  const places = minorUnitsOf(currency)
  const finer = /[^0]/.test(fraction.slice(places))
  const cents = Number(whole + fraction.slice(0, places).padEnd(places, '0'))
  if (!whole || finer || !(cents <= mostMoved))
    refuse(line, `kein Betrag in ${currency}: ${amount}`, `not an amount in ${currency}: ${amount}`)
  return cents
}

/** Refuses a statement whose balances differ by something else than its movements. */
export function assertBalanced({ openingCents, closingCents, movements, account, currency }: Statement, line: number) {
  if (openingCents === null || closingCents === null) return
  const moved = movements.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const off = closingCents - openingCents - moved
  if (off === 0) return
  const sums = `${openingCents} + ${moved} ≠ ${closingCents}`
  refuse(
    line,
    `Konto ${account}: Anfangssaldo und Umsätze ergeben nicht den Endsaldo (${sums}, in kleinster Einheit von ${currency}; es fehlen ${off})`,
    `account ${account}: opening balance and movements do not give the closing balance (${sums}, in the minor unit of ${currency}; ${off} missing)`,
  )
}

/** A text of one line without outer blanks; null where nothing is left. */
export const tidy = (text: string | null | undefined): string | null => text?.replace(/\s+/g, ' ').trim() || null

/** An IBAN as it stands in a text; null where it is none. */
export function ibanIn(text: string | null | undefined): string | null {
  const compact = text?.replace(/\s/g, '').toUpperCase() ?? ''
  return isIban(compact) ? compact : null
}

/** `YYYY-MM-DD`; null where there is no such day, or it is none of the API. */
export function day(year: number, month: number, date: number): string | null {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  const parsed = new Date(`${text}T00:00:00Z`)
  if (year < years.first || year > years.last) return null
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text) ? text : null
}
