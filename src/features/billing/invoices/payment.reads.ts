import sql, { type Sql } from 'sql-template-tag'

// The payments of `payments p`, as the reports tell them.

/** True for a payment whose money has moved: one that was recorded by mistake never did. */
export const moved = sql`(p.reversed_at is null or p.returned_at is not null)`

/** The day of the payment, and, with the other sign, the day on which its money went back. */
export const movements = sql`(values (p.paid_at, 1), (p.returned_at, -1))`

/**
 * Whether money on a document `i` came before a day. What is given back on a credit note does so no earlier than the note: nobody
 * received it in advance.
 */
export const cameBefore = (day: Sql) =>
  sql`(case i.kind when 'credit_note' then greatest(p.paid_at, i.issue_date) else p.paid_at end < ${day})`
