import sql, { type Sql } from 'sql-template-tag'
import { isDomesticSql } from './tax-country.ts'

// The days of `invoices i` that decide the period of its tax: the VAT report and the books go by them.

/**
 * The day on which the tax of a document is due, whatever was paid: that of the supply, and for what corrects it that of the
 * correction, but none before the supply. What was received before is taxed then, and not again on it (§ 13 (1) 1a UStG).
 * The table computes it: behind row-level security no index serves an expression.
 */
export const taxDaySql = sql`i.tax_day`

/** The day of the document that invoices the supply: its own, or for an advance that of its final invoice; `infinity` until there is one. */
export const supplyInvoiceDaySql = sql`case when not i.prepaid then i.issue_date when i.supply_invoiced_on is null then 'infinity'
  else greatest(i.issue_date, i.supply_invoiced_on) end`

/**
 * Whether a supply stands in the recapitulative statement: goods and services to businesses in other member states (§ 18a UStG). Its period is
 * that of the supply in cash accounting too, and advances do not count (§ 18b UStG, 0092).
 */
export const isRecapitulated = (taxCategory: string, isDomestic: boolean) =>
  taxCategory === 'K' || (taxCategory === 'AE' && !isDomestic)

/** `isRecapitulated` in SQL. */
export const isRecapitulatedSql = (taxCategory: Sql, domestic = isDomesticSql) =>
  sql`(${taxCategory} = 'K' or ${taxCategory} = 'AE' and not ${domestic})`

/** The day of an intra-Community supply: that of its invoice, the last of the month after the supply at the latest (§ 18b sentence 2 UStG). */
export const intraCommunityDaySql = sql`least(greatest(${supplyInvoiceDaySql}, ${taxDaySql}),
  (date_trunc('month', ${taxDaySql}::timestamp) + interval '2 months' - interval '1 day')::date)`
