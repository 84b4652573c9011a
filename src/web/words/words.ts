import type { de } from './de.ts'

/** What signing in and the frame of the app say. What one page alone says stands beside it. German is where a word is added first; English must then have it too. */
export type Words = Same<typeof de>

/** The same names, with other text in them. */
export type Same<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Name in keyof T]: Same<T[Name]> }

export type Language = 'de' | 'en'

/** The words of the reader: there before the first component is. Another language is another page load. */
export let words: Words
export let language: Language

export async function speak(chosen: Language) {
  words = chosen === 'de' ? (await import('./de.ts')).de : (await import('./en.ts')).en
  language = chosen
  document.documentElement.lang = chosen
}

/** What a page says, beside which it stands and with which it is loaded: once the reader's language is known. */
export const inLanguage = <W>(both: { de: W; en: Same<W> }) => both[language] as W

/** The region whose way of writing dates and numbers goes with a language. */
export const region = () => (language === 'de' ? 'de-DE' : 'en-GB')

/** A day of the calendar, which is the same wherever it is read. */
export type Day = string & { readonly isDay: true }

export const writeDay = (day: Day) =>
  new Intl.DateTimeFormat(region(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** Days from one to another: `23.–29.11.2026`. */
export const writeDays = (from: string, to: string, dateStyle: 'medium' | 'long' = 'medium') =>
  new Intl.DateTimeFormat(region(), { dateStyle, timeZone: 'UTC' }).formatRange(new Date(from), new Date(to))

/** By whose clock the service counts days, wherever it is read. */
export const timeZone = 'Europe/Berlin'

/** The day of a moment, as the service counts the days of documents. */
export const writeDayOf = (moment: string) =>
  new Intl.DateTimeFormat(region(), { dateStyle: 'medium', timeZone }).format(new Date(moment))

/** A moment by the same clock: what is signed at midnight is signed on the day that its document says. */
export const writeMoment = (moment: string) =>
  new Intl.DateTimeFormat(region(), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(moment))

export const writeCount = (count: number) => new Intl.NumberFormat(region()).format(count)

/** An account number as it is read aloud: in groups of four. */
export const writeIban = (iban: string) => iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1\u00a0')

/** Cents as euros. */
export const writeMoney = (cents: number) =>
  new Intl.NumberFormat(region(), { style: 'currency', currency: 'EUR' }).format(cents / 100)
