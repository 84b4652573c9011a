export type Language = 'de' | 'en'

/** A text in both languages. */
export type Bilingual = Readonly<Record<Language, string>>

/** The preferred language of an Accept-Language header (RFC 9110 §12.5.4); null if it names neither. */
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
