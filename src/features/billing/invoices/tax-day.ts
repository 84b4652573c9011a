import sql from 'sql-template-tag'

// The days of `invoices i` that decide the period of its tax in accrual accounting: the VAT report and the books go by them.

/**
 * The day on which the tax of a document is due, whatever was paid: that of the supply, and for what corrects it that of the
 * correction, but none before the supply. What was received before is taxed then, and not again on it (§ 13 (1) 1a UStG).
 * The table computes it: behind row-level security no index serves an expression.
 */
export const taxDay = sql`i.tax_day`

/** The day of the document that invoices the supply: its own, or for an advance that of its final invoice; `infinity` until there is one. */
export const supplyInvoiceDay = sql`case when not i.prepaid then i.issue_date when i.supply_invoiced_on is null then 'infinity'
  else greatest(i.issue_date, i.supply_invoiced_on) end`
