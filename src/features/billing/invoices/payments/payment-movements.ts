import sql, { type Sql } from 'sql-template-tag'

// The payments of `payments p`, as the reports tell them.

/** True for a payment whose money has moved: one that was recorded by mistake never did. */
export const isMoneyMovedSql = sql`(p.reversed_at is null or p.returned_at is not null)`

/** The day of the payment, and, with the other sign, the day on which its money went back. */
export const paymentMovementsSql = sql`(values (p.paid_at, 1), (p.returned_at, -1))`

/**
 * SQL: whether a payment `p` of a document `i` was received before a day. A refund is never before its credit note, because it is no
 * advance.
 */
export const isReceivedBeforeSql = (day: Sql) =>
  sql`(case i.kind when 'credit_note' then greatest(p.paid_at, i.issue_date) else p.paid_at end < ${day})`
