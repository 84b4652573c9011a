import { type ClientField, normalizeHeading } from './column-mapping.ts'

/** A client parsed from a row; fields without a column are omitted. */
export interface ImportedClient extends Partial<Record<Plain, string>> {
  name: string
  kind?: 'business' | 'consumer' | 'public'
  paymentTermsDays?: number
}

type Plain = Exclude<ClientField, 'name' | 'firstName' | 'lastName' | 'houseNumber' | 'kind' | 'paymentTermsDays'>

const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')

/** Google writes several values into one cell. */
const firstOf = (cell: string | undefined) => cell?.split(' ::: ')[0]?.trim()

export function parseClientRow(row: readonly string[], columns: readonly (ClientField | '')[]): ImportedClient {
  const values: Partial<Record<ClientField, string>> = {}
  for (const [index, target] of columns.entries()) {
    const value = firstOf(row[index])
    if (target && value) values[target] = value
  }
  const { firstName, lastName, houseNumber, kind, country, paymentTermsDays, ...plain } = values
  const person = joined(firstName, lastName)
  const known = parseKind(kind) ?? (!plain.name && person ? 'consumer' : undefined)
  const name = plain.name ?? (person || plain.contactName || '')
  const contactName = plain.contactName ?? person
  const { contactName: _, ...others } = plain
  return {
    ...others,
    name,
    ...(plain.name && contactName && { contactName }),
    ...(houseNumber && { street: joined(plain.street, houseNumber) }),
    ...(country && { country: parseCountry(country) }),
    ...(known && { kind: known }),
    ...(paymentTermsDays && { paymentTermsDays: Number.parseInt(paymentTermsDays, 10) }),
  }
}

function parseKind(text: string | undefined): ImportedClient['kind'] {
  const kind = normalizeHeading(text ?? '')
  if (/^(privat|verbraucher|consumer|person)/.test(kind)) return 'consumer'
  if (/^(behoerde|oeffentlich|public)/.test(kind)) return 'public'
  return /^(firma|unternehmen|business|company|geschaeft)/.test(kind) ? 'business' : undefined
}

/** Names that Intl does not know, and vehicle codes. */
const countryAliases = {
  ...{ d: 'DE', a: 'AT', bundesrepublikdeutschland: 'DE', brd: 'DE', usa: 'US', uk: 'GB', greatbritain: 'GB' },
  ...{ grossbritannien: 'GB', holland: 'NL', dieniederlande: 'NL', thenetherlands: 'NL', turkey: 'TR', tuerkei: 'TR' },
  ...{ tschechischerepublik: 'CZ', czechrepublic: 'CZ', slowakischerepublik: 'SK', vereinigtestaatenvonamerika: 'US' },
  ...{ unitedstatesofamerica: 'US', republikoesterreich: 'AT', schweizerischeeidgenossenschaft: 'CH' },
  ...{ elfenbeinkueste: 'CI', weissrussland: 'BY', moldawien: 'MD', mazedonien: 'MK', vatikan: 'VA', england: 'GB' },
  ...{ deu: 'DE', aut: 'AT', che: 'CH' },
}

const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
let codes: ReadonlyMap<string, string> | undefined

/** Returns the code of a country named in German or English. Unknown names are passed on for the service to reject. */
function parseCountry(country: string): string {
  codes ??= new Map([
    ...['de', 'en'].flatMap((language) => {
      const styles = (['short', 'long'] as const).map(
        (style) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none', style }),
      )
      return alphabet
        .flatMap((first) => alphabet.map((second) => first + second))
        .flatMap((code): [string, string][] => {
          // Deprecated codes such as FX have another country's name.
          if (new Intl.Locale(`und-${code}`).region !== code) return []
          return styles.flatMap((names): [string, string][] => {
            const name = names.of(code)
            return name ? [[normalizeHeading(name), code]] : []
          })
        })
    }),
    ...Object.entries(countryAliases),
  ])
  return codes.get(normalizeHeading(country)) ?? country.toUpperCase()
}
