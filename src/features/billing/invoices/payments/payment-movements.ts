import sql, { type Sql } from 'sql-template-tag'

// SQL about `payments p`, shared by reports.

/** SQL: false for payments recorded by mistake. */
export const isMoneyMovedSql = sql`(p.reversed_at is null or p.returned_at is not null)`

/** SQL: the day of the payment, and with negative sign the day on which its money was returned. */
export const paymentMovementsSql = sql`(values (p.paid_at, 1), (p.returned_at, -1))`

/**
 * SQL: whether a payment `p` of a document `i` was received before a day. A refund counts no earlier than its credit
 * note, because it is no advance.
 */
export const isReceivedBeforeSql = (day: Sql) =>
  sql`(case i.kind when 'credit_note' then greatest(p.paid_at, i.issue_date) else p.paid_at end < ${day})`
