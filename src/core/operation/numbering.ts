import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Transaction } from '#core/database/transaction'
import type { Context } from './context.ts'

/** Every number is an organization's own series, `invoice`, `credit_note`, `quote` or `contract`. */
export type Series = 'invoice' | 'credit_note' | 'quote' | 'contract'

/**
 * The next number of a series, by its pattern: `RE-{year}-{seq:4}` → `RE-2026-0042`. The counter's row stays locked
 * until the end of the transaction, and goes back with it: no gap and no double, whatever fails and however many
 * send at once. A counter restarts every year only where the pattern has `{year}`.
 */
export async function nextNumber(context: Context, series: Series, pattern: string, date: string): Promise<string> {
  const [counter] = await context.transaction.writeFirst<{ last: number }>(
    sql`insert into counters as c (organization_id, series, year, last) values (${context.organizationId}, ${series}, ${countedIn(pattern, date)}, 1)
        on conflict (organization_id, series, year) do update set last = c.last + excluded.last returning last`,
  )
  return formatNumber(pattern, yearOf(date), counter?.last ?? 0)
}

/** The number that a series is likely to give after `skipped` others: nobody waits for it, and another may take it. */
export async function expectedNumber(
  transaction: Pick<Transaction, 'organizationId' | 'query'>,
  skipped: number,
  series: Series,
  pattern: string,
  date: string,
): Promise<string> {
  const [counter] = await transaction.query<{ last: number }>(
    select`last from counters
        where organization_id = ${transaction.organizationId} and series = ${series} and year = ${countedIn(pattern, date)}`,
  )
  return formatNumber(pattern, yearOf(date), (counter?.last ?? 0) + skipped + 1)
}

const yearOf = (date: string) => Number(date.slice(0, 4))

/** The year by which a series counts; 0 where it never restarts. */
const countedIn = (pattern: string, date: string) => (pattern.includes('{year}') ? yearOf(date) : 0)

/** `{year}` and `{seq}` or `{seq:4}` in a pattern. */
export const formatNumber = (pattern: string, year: number, sequence: number) =>
  pattern
    .replaceAll('{year}', String(year))
    .replace(/\{seq(?::(\d+))?\}/g, (_, digits = '1') => String(sequence).padStart(Number(digits), '0'))
