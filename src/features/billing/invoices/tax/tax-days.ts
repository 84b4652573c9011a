import sql, { type Sql } from 'sql-template-tag'
import { isDomesticSql } from './tax-country.ts'

// Dates of `invoices i` that decide the VAT period, for VAT report and bookkeeping.

/**
 * Day on which the tax of a document is due: the day of the supply, or of the correction if that is later. Money
 * received earlier is taxed when received (§ 13 (1) 1a UStG). A stored column, because row-level security keeps indexes
 * on expressions from being used.
 */
export const taxDaySql = sql`i.tax_day`

/**
 * Date of the document that invoices the supply. For an advance it is the date of its final invoice, or `infinity` while
 * there is none.
 */
export const supplyInvoiceDaySql = sql`case when not i.prepaid then i.issue_date when i.supply_invoiced_on is null then 'infinity'
  else greatest(i.issue_date, i.supply_invoiced_on) end`

/**
 * Whether a supply belongs in the recapitulative statement: goods and services to businesses in other member states (§
 * 18a UStG). Advances do not count, and cash accounting makes no difference (§ 18b UStG, 0092).
 */
export const isRecapitulated = (taxCategory: string, isDomestic: boolean) =>
  taxCategory === 'K' || (taxCategory === 'AE' && !isDomestic)

/** `isRecapitulated` in SQL. */
export const isRecapitulatedSql = (taxCategory: Sql, domestic = isDomesticSql) =>
  sql`(${taxCategory} = 'K' or ${taxCategory} = 'AE' and not ${domestic})`

/**
 * Day of an intra-Community supply: the invoice date, but at the latest the last day of the month after the supply (§
 * 18b sentence 2 UStG).
 */
export const intraCommunityDaySql = sql`least(greatest(${supplyInvoiceDaySql}, ${taxDaySql}),
  (date_trunc('month', ${taxDaySql}::timestamp) + interval '2 months' - interval '1 day')::date)`
