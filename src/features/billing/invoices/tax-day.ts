import sql from 'sql-template-tag'

// The days of `invoices i` that decide the period of its tax in accrual accounting: the VAT report and the books go by them.

/** The day of the supply; of an advance that of the supply it was for, once a final invoice says it, and none until then. */
const supplied = sql`case when i.prepaid then coalesce(i.supplied_on, 'infinity') else coalesce(i.service_to, i.issue_date) end`

/**
 * The day on which the tax of a document is due, whatever was paid: that of the supply, and for what corrects it that of the
 * correction, but none before the supply. What was received before is taxed then, and not again on it (§ 13 (1) 1a UStG).
 */
export const taxDay = sql`case i.kind when 'credit_note' then greatest(i.issue_date, ${supplied}) else ${supplied} end`

/** The day of the document that says so: its own, or that of the final invoice of an advance; none until there is one. */
export const toldDay = sql`case when not i.prepaid then i.issue_date when i.supply_invoiced_on is null then 'infinity'
  else greatest(i.issue_date, i.supply_invoiced_on) end`
