import sql, { join, type Sql } from 'sql-template-tag'

// Where the supplies of a document are taxed, as its parties were when it was issued.

/** The rates of VAT in Germany (§ 12 UStG). */
export const germanRates: readonly number[] = [19, 7]

/** Seller's and buyer's country, ISO 3166-1 alpha-2. */
export interface Places {
  home: string
  country: string
}

/** The country abroad whose VAT a German seller charges at a rate that Germany does not have; null for the seller's own. */
export const taxCountryOf = ({ home, country }: Places, taxRate: number): string | null =>
  home === 'DE' && country !== home && taxRate > 0 && !germanRates.includes(taxRate) ? country : null

const home = sql`i.parties->'seller'->>'country'`
const country = sql`i.parties->'buyer'->>'country'`

/** Whether seller and buyer of a document `i` are in one country. */
export const isDomestic = sql`(${home} = ${country})`

/** `taxCountryOf` of a document `i`. */
export const taxCountry = (taxRate: Sql) =>
  sql`case when ${home} = 'DE' and ${country} <> 'DE' and ${taxRate} > 0 and ${taxRate} not in (${join(germanRates)}) then ${country} end`
