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

/** Makes each format once: making one costs a hundred times as much as writing with it. */
function once<Options, Format>(make: (region: string, options: Options) => Format) {
  const made = new Map<string, Format>()
  return (options: Options, of = region()) => {
    const key = `${of} ${JSON.stringify(options)}`
    const known = made.get(key) ?? make(of, options)
    made.set(key, known)
    return known
  }
}

export const dateFormat = once((of, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(of, options))
export const numberFormat = once((of, options: Intl.NumberFormatOptions) => {
  const { format } = new Intl.NumberFormat(of, options)
  return { format: (figure: number) => format(figure).replace('-', '\u2212') }
})

/** A day of the calendar, which is the same wherever it is read. */
export type Day = string & { readonly isDay: true }

export const writeDay = (day: Day) =>
  dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** Days from one to another: `23.–29.11.2026`. */
export const writeDays = (from: string, to: string, dateStyle: 'medium' | 'long' = 'medium') =>
  dateFormat({ dateStyle, timeZone: 'UTC' }).formatRange(new Date(from), new Date(to))

/** By whose clock the service counts days, wherever it is read. */
export const timeZone = 'Europe/Berlin'

/** The day of a moment, as the service counts the days of documents. */
export const writeDayOf = (moment: string) => dateFormat({ dateStyle: 'medium', timeZone }).format(new Date(moment))

/** A moment by the same clock: what is signed at midnight is signed on the day that its document says. */
export const writeMoment = (moment: string) =>
  dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(moment))

export const writeCount = (count: number) => numberFormat({}).format(count)

/** A quantity or a percentage. */
export const writeFigure = (figure: number) => numberFormat({ maximumFractionDigits: 4 }).format(figure)

/** An account number as it is read aloud: in groups of four. */
export const writeIban = (iban: string) => iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ')

/** Cents as euros. */
export const writeMoney = (cents: number) => numberFormat({ style: 'currency', currency: 'EUR' }).format(cents / 100)
