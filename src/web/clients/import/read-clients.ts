import Papa from 'papaparse'
import type { ClientKind, ImportClientInput } from '../../../../schema/web/graphql.ts'
import { countries } from '../../ui/countries.ts'

/** What a column may hold: a field of a client, or part of one. */
export const targets = [
  ...([
    'name',
    'firstName',
    'lastName',
    'contactName',
    'email',
    'phone',
    'street',
    'houseNumber',
    'postalCode',
  ] as const),
  ...(['city', 'country', 'kind', 'vatId', 'customerNumber', 'website', 'paymentTermsDays', 'notes'] as const),
] as const
export type Target = (typeof targets)[number]

/** The names that columns have in exports of other programs, in letters alone. */
const headers: Readonly<Record<Target, RegExp>> = {
  customerNumber:
    /^(kunden?n(umme)?r|debitor(en)?n(umme)?r|customer(number|no|id)|clientnumber|accountnumber|n(umme)?r)$/,
  name: /^(firma|firmenname|unternehmen|organi[sz]ation|company|companyname|name|kunde|client|customer|displayname)1?$/,
  firstName: /^(vorname|firstname|givenname)$/,
  lastName: /^(nachname|familienname|lastname|surname|familyname)$/,
  contactName: /^(ansprechpartner(in)?|ansprechperson|kontakt(person)?|contact(person|name)?)$/,
  email: /^(e?mail(adresse|address)?1?)$/,
  phone: /^(tel(efon)?(nummer|nr)?|phone(number)?|festnetz|mobil(telefon)?)1?$/,
  street: /^(stra(ss|ß)e(hausn(umme)?r|undhausnummer)?|anschrift|adresse|street(address)?|address(line)?1?)1?$/,
  houseNumber: /^(hausn(umme)?r|housenumber)$/,
  postalCode: /^(plz|postleitzahl|postalcode|postcode|zip(code)?)1?$/,
  city: /^(ort|stadt|city|town)1?$/,
  country: /^(land|l(ae|ä)nder?(code|kennzeichen|k(ue|ü)rzel)?|staat|country(code)?)1?$/,
  kind: /^(art|typ|kundenart|kind|type)$/,
  vatId: /^(ust(id)?(n(umme)?r)?|umsatzsteueridentifikationsnummer|ustidentnr|vat(id|number|no)?)$/,
  website: /^(web(seite|site)?|homepage|internet|url)$/,
  paymentTermsDays: /^(zahlungsziel(intagen)?|zahlungsfrist|paymentterms?(days)?)$/,
  notes: /^(notiz(en)?|bemerkung(en)?|kommentar|notes?|comments?|memo)$/,
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\d]/gu, '')

export interface Sheet {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Text of a file: UTF-8, or what Excel writes in Western Europe. */
export function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The rows of a CSV file, by commas, semicolons or tabs; undefined where there is none below the names of the columns. */
export function readSheet(text: string): Sheet | undefined {
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' })
  const [columns = [], ...rows] = data
  return rows.length > 0 ? { columns, rows } : undefined
}

/** Which column is which field, by its name; the first of two that say the same. */
export function guess(columns: readonly string[]): (Target | '')[] {
  const taken = new Set<Target>()
  return columns.map((column) => {
    const found = targets.find((target) => !taken.has(target) && headers[target].test(letters(column)))
    if (found) taken.add(found)
    return found ?? ''
  })
}

const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')

/** A row as a client; what stands in no column is left to the service. */
export function clientOf(row: readonly string[], columns: readonly (Target | '')[]): ImportClientInput {
  const values: Partial<Record<Target, string>> = {}
  for (const [index, target] of columns.entries()) {
    const value = row[index]?.trim()
    if (target && value) values[target] = value
  }
  const { firstName, lastName, houseNumber, kind, country, paymentTermsDays, ...plain } = values
  const person = joined(firstName, lastName)
  const known = kindOf(kind) ?? (!plain.name && person ? 'consumer' : undefined)
  return {
    ...plain,
    name: plain.name ?? (person || plain.contactName || ''),
    ...(plain.name && person && !plain.contactName && { contactName: person }),
    ...(houseNumber && { street: joined(plain.street, houseNumber) }),
    ...(country && { country: codeOf(country) }),
    ...(known && { kind: known }),
    ...(paymentTermsDays && { paymentTermsDays: Number.parseInt(paymentTermsDays, 10) }),
  }
}

function kindOf(text: string | undefined): ClientKind | undefined {
  const said = letters(text ?? '')
  if (/^(privat|verbraucher|consumer|person)/.test(said)) return 'consumer'
  if (/^(behörde|öffentlich|public)/.test(said)) return 'public'
  return /^(firma|unternehmen|business|company|geschäft)/.test(said) ? 'business' : undefined
}

let codes: ReadonlyMap<string, string> | undefined

/** The code of a country by its name in either language; what is no name is taken as a code, for the service to judge. */
function codeOf(country: string): string {
  codes ??= new Map(
    ['de', 'en'].flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: 'region' })
      return Object.keys(countries()).map((code) => [letters(names.of(code) ?? code), code] as const)
    }),
  )
  return codes.get(letters(country)) ?? country.toUpperCase()
}
