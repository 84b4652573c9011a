import sql, { empty, join, raw, type Sql } from 'sql-template-tag'

// Which country's VAT a document charges, by its parties at issue and the day of its supply (0075).

const always = { from: '0001-01-01', to: '9999-12-31' }

/** VAT rates of a country in percent, and the days on which they are valid, inclusive. */
interface CountryRates {
  country: string
  rates: readonly number[]
  from: string
  to: string
}

/** § 12 UStG, with § 28 (1) to (3) UStG for the second half of 2020. */
const generalGermanRates: readonly CountryRates[] = [
  { country: 'DE', rates: [16, 7], from: always.from, to: '2006-12-31' },
  { country: 'DE', rates: [19, 7], from: '2007-01-01', to: '2020-06-30' },
  { country: 'DE', rates: [16, 5], from: '2020-07-01', to: '2020-12-31' },
  { country: 'DE', rates: [19, 7], from: '2021-01-01', to: always.to },
]

/** Flat rates of agriculture and forestry (§ 24 UStG). */
const flatGermanRates: readonly CountryRates[] = [
  { country: 'DE', rates: [5.5], ...always },
  { country: 'DE', rates: [10.7], from: '2007-01-01', to: '2021-12-31' },
  { country: 'DE', rates: [9.5], from: '2022-01-01', to: '2022-12-31' },
  { country: 'DE', rates: [9], from: '2023-01-01', to: '2024-12-05' },
  { country: 'DE', rates: [8.4], from: '2024-12-06', to: '2024-12-31' },
  { country: 'DE', rates: [7.8], from: '2025-01-01', to: always.to },
]

/** Rates of other member states that are also German rates on the same days (Taxes in Europe Database). */
const sharedRates: readonly CountryRates[] = [
  { country: 'BG', rates: [9], ...always },
  { country: 'CY', rates: [19, 9, 5], ...always },
  { country: 'EE', rates: [9], from: always.from, to: '2024-12-31' },
  { country: 'FR', rates: [5.5], ...always },
  { country: 'HR', rates: [5], ...always },
  { country: 'HU', rates: [5], ...always },
  { country: 'IE', rates: [9], ...always },
  { country: 'IT', rates: [5], ...always },
  { country: 'LT', rates: [9, 5], ...always },
  { country: 'LU', rates: [7], from: '2023-01-01', to: '2023-12-31' },
  { country: 'LV', rates: [5], ...always },
  { country: 'MT', rates: [7, 5], ...always },
  { country: 'NL', rates: [9], ...always },
  { country: 'PL', rates: [5], ...always },
  { country: 'RO', rates: [19, 9, 5], from: always.from, to: '2025-07-31' },
  { country: 'SI', rates: [9.5, 5], ...always },
  { country: 'SK', rates: [19], from: '2025-01-01', to: always.to },
]

const all = [...generalGermanRates, ...flatGermanRates, ...sharedRates]

const isValidOn = ({ from, to }: CountryRates, day: string) => from <= day && day <= to
const isCountryRate = (country: string, taxRate: number, day: string) =>
  all.some((known) => known.country === country && known.rates.includes(taxRate) && isValidOn(known, day))

/** General rates on a day; today's by default. */
export const germanVatRates = (day = always.to): readonly number[] =>
  generalGermanRates.find((known) => isValidOn(known, day))?.rates ?? []

/** Includes the flat rates of agriculture. */
export const isGermanVatRate = (taxRate: number, day = always.to) => isCountryRate('DE', taxRate, day)

/** Facts that decide which country's VAT a document charges. */
export interface TaxPlace {
  /** Seller's and buyer's country, ISO 3166-1 alpha-2. */
  home: string
  country: string
  isConsumer: boolean
  /** Whether the seller declares VAT of other member states through the One-Stop-Shop. */
  oneStopShop: boolean
  /** Last day of the supply, `YYYY-MM-DD`; today if unknown. */
  suppliedOn?: string | undefined
}

/**
 * Foreign country whose VAT a German seller charges; null for German VAT. A rate that Germany does not have is the
 * buyer's country's. A rate of both countries counts as foreign only for consumers and with the One-Stop-Shop.
 */
export function determineTaxCountry(place: TaxPlace, taxRate: number): string | null {
  const { home, country, isConsumer, oneStopShop, suppliedOn = always.to } = place
  if (home !== 'DE' || country === home || taxRate <= 0) return null
  if (!isCountryRate('DE', taxRate, suppliedOn)) return country
  return oneStopShop && isConsumer && isCountryRate(country, taxRate, suppliedOn) ? country : null
}

const home = sql`i.parties->'seller'->>'country'`
const country = sql`i.parties->'buyer'->>'country'`
const isConsumer = sql`coalesce(i.parties->'buyer'->>'kind' = 'consumer', false)`
const oneStopShop = sql`coalesce((i.parties->'seller'->>'oneStopShop')::boolean, false)`

/** A credit note of an advance without a supply date has the rates of the advance. */
const suppliedOn = (organizationId: string) =>
  sql`coalesce(i.service_to, case when i.credited_invoice_id is not null then (select o.issue_date from invoices o
      where o.organization_id = ${organizationId} and o.id = i.credited_invoice_id) end, i.issue_date)`

/** SQL: whether seller and buyer of a document `i` are in one country. */
export const isDomesticSql = sql`(${home} = ${country})`

/** SQL: the `TaxPlace` of a document `i`. */
export const taxPlaceSql = (organizationId: string) =>
  sql`jsonb_build_object('home', ${home}, 'country', ${country}, 'isConsumer', ${isConsumer}, 'oneStopShop', ${oneStopShop},
      'suppliedOn', ${suppliedOn(organizationId)})`

/** `determineTaxCountry` in SQL. */
export const foreignTaxCountrySql = (place: Sql, taxRate: Sql) =>
  sql`case when ${place}->>'home' = 'DE' and ${place}->>'country' <> 'DE' and ${taxRate} > 0 and (
      not (${isRateSql([...generalGermanRates, ...flatGermanRates], place, taxRate)})
      or (${place}->>'oneStopShop')::boolean and (${place}->>'isConsumer')::boolean and (${isRateSql(sharedRates, place, taxRate, 'country')})
    ) then ${place}->>'country' end`

/** `isCountryRate` in SQL, for Germany or for the country of the place. */
const isRateSql = (among: readonly CountryRates[], place: Sql, taxRate: Sql, of?: 'country') =>
  join(
    among.map(
      ({ country, rates, from, to }) =>
        sql`(${of ? sql`${place}->>'country' = ${raw(`'${country}'`)} and ` : empty}${taxRate} in (${raw(rates.join(', '))})
          and ${place}->>'suppliedOn' between ${raw(`'${from}' and '${to}'`)})`,
    ),
    ' or ',
  )
