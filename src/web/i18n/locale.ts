import type { de } from './de.ts'

/** The messages of sign-in and of the shell. A page's own messages are in a `*.messages.ts` beside it. German is written first; the types require the same keys in English. */
export type Messages = SameKeys<typeof de>

/** The same keys with texts of another language. */
export type SameKeys<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Name in keyof T]: SameKeys<T[Name]> }

export type Language = 'de' | 'en'

/** The shared messages in the reader's language. Loaded before the first component renders; changing the language reloads the page. */
export let t: Messages
export let language: Language

export async function loadLocale(chosen: Language) {
  t = chosen === 'de' ? (await import('./de.ts')).de : (await import('./en.ts')).en
  language = chosen
  document.documentElement.lang = chosen
}

/** Picks the reader's language. Only for modules that load after `loadLocale`, as those of pages do. */
export const localized = <M>(both: { de: M; en: SameKeys<M> }) => both[language] as M

/** BCP 47 tag by which dates and numbers are formatted. */
export const localeTag = () => (language === 'de' ? 'de-DE' : 'en-GB')

/** Creating an Intl formatter takes about a hundred times as long as formatting with it. */
function memoizedFormatter<Options, Format>(create: (locale: string, options: Options) => Format) {
  const formatters = new Map<string, Format>()
  return (options: Options, locale = localeTag()) => {
    const key = `${locale} ${JSON.stringify(options)}`
    const formatter = formatters.get(key) ?? create(locale, options)
    formatters.set(key, formatter)
    return formatter
  }
}

export const dateFormatter = memoizedFormatter(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)
/** Negative numbers get a minus sign (U+2212) instead of a hyphen. */
export const numberFormatter = memoizedFormatter((locale, options: Intl.NumberFormatOptions) => {
  const { format } = new Intl.NumberFormat(locale, options)
  return { format: (value: number) => format(value).replace('-', '\u2212') }
})
