/** The two languages Kontor speaks, to people and in documents. */
export type Language = 'de' | 'en'

/** The same sentence in both languages. */
export type Bilingual = Readonly<Record<Language, string>>

/** The first of `de` and `en` an Accept-Language header prefers (RFC 9110 §12.5.4), or null where it names neither. */
export function preferredLanguage(header: string | undefined): Language | null {
  if (!header) return null
  let best: Language | null = null
  let bestQuality = 0
  for (const part of header.split(',')) {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const language = tag.split('-')[0]
    if (language !== 'de' && language !== 'en') continue
    const quality = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1)
    if (quality > bestQuality) [best, bestQuality] = [language, quality]
  }
  return best
}
