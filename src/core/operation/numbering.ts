import sql, { raw } from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Transaction } from '#core/database/transaction'
import { invalidField } from '#core/errors/problem'
import type { Context } from './context.ts'

/** Every number is an organization's own series, `invoice`, `credit_note`, `quote` or `contract`. */
export type DocumentSeries = 'invoice' | 'credit_note' | 'quote' | 'contract'

/**
 * The next number of a series, by its pattern: `RE-{year}-{seq:4}` → `RE-2026-0042`. The counter's row stays locked
 * until the end of the transaction, and goes back with it: no gap and no double, whatever fails and however many
 * send at once. A counter restarts every year only where the pattern has `{year}`.
 */
export async function nextNumber(
  context: Context,
  series: DocumentSeries,
  pattern: string,
  date: string,
): Promise<string> {
  // Who changes a pattern looks at the numbers there are with the organization locked: a number is given before, or by the new one.
  const [kept] = await context.query<{ pattern: string }>(
    select`${raw(`${series}_number_pattern`)} as pattern from organizations where id = ${context.organizationId} for share`,
  )
  if (kept?.pattern !== pattern) context.rerun()
  const [counter] = await context.transaction.writeFirst<{ last: number }>(
    sql`insert into counters as c (organization_id, series, year, last) values (${context.organizationId}, ${series}, ${countedIn(pattern, date)}, 1)
        on conflict (organization_id, series, year) do update set last = c.last + excluded.last returning last`,
  )
  return formatDocumentNumber(pattern, yearOf(date), counter?.last ?? 0)
}

/** The number that a series is likely to give after `skipped` others: nobody waits for it, and another may take it. */
export async function expectedNumber(
  transaction: Pick<Transaction, 'organizationId' | 'query'>,
  skipped: number,
  series: DocumentSeries,
  pattern: string,
  date: string,
): Promise<string> {
  const [counter] = await transaction.query<{ last: number }>(
    select`last from counters
        where organization_id = ${transaction.organizationId} and series = ${series} and year = ${countedIn(pattern, date)}`,
  )
  return formatDocumentNumber(pattern, yearOf(date), (counter?.last ?? 0) + skipped + 1)
}

const yearOf = (date: string) => Number(date.slice(0, 4))

/** The year of a counter that never restarts. */
const everyYear = 0

const restartsYearly = (pattern: string) => pattern.includes('{year}')

/** The year by which a series counts. */
const countedIn = (pattern: string, date: string) => (restartsYearly(pattern) ? yearOf(date) : everyYear)

/** A counter as it stands: the next number is `next`. */
export interface NumberCounter {
  series: DocumentSeries
  /** Null where it does not restart every year. */
  year: number | null
  next: number
}

/** The counters of the series, by their patterns: that of this year, and of other years that have numbers; the latest first. */
export async function readNumberCounters(
  context: Context,
  patterns: Readonly<Record<DocumentSeries, string>>,
): Promise<NumberCounter[]> {
  const stored = await context.query<{ series: string; year: number; last: number }>(
    select`series, year, last from counters where organization_id = ${context.organizationId} order by year desc`,
  )
  const thisYear = Number(context.clock.today().slice(0, 4))
  return Object.entries(patterns).flatMap(([name, pattern]): NumberCounter[] => {
    const series = name as DocumentSeries
    const counted = stored.filter((counter) => counter.series === series)
    const last = (year: number) => counted.find((counter) => counter.year === year)?.last ?? 0
    if (!restartsYearly(pattern)) return [{ series, year: null, next: last(everyYear) + 1 }]
    const years = new Set([thisYear, ...counted.map(({ year }) => year).filter((year) => year !== everyYear)])
    return [...years].sort((a, b) => b - a).map((year) => ({ series, year, next: last(year) + 1 }))
  })
}

/** Locks the row of a counter as who takes a number does, and answers how far it is. */
export async function lockNumberCounter(
  context: Context,
  { series, year }: Omit<NumberCounter, 'next'>,
): Promise<NumberCounter> {
  await context.write(
    sql`insert into counters (organization_id, series, year, last) values (${context.organizationId}, ${series}, ${year ?? everyYear}, 0)
        on conflict (organization_id, series, year) do nothing`,
  )
  const [found] = await context.query<{ last: number }>(
    select`last from counters where ${rowOf(context, { series, year })} for update`,
  )
  return { series, year, next: (found?.last ?? 0) + 1 }
}

/** Raises a counter that is locked; 422 naming `next` where it would be lowered, for lower numbers were used or given up. */
export async function raiseNumberCounter(context: Context, counter: NumberCounter, next: number) {
  if (next < counter.next)
    throw invalidField('next', {
      de: `muss mindestens ${counter.next} sein: Die nächste Nummer wird erhöht, nie gesenkt`,
      en: `must be at least ${counter.next}: the next number is raised, never lowered`,
    })
  if (next === counter.next) return
  await context.write(sql`update counters set last = ${next - 1} where ${rowOf(context, counter)}`)
  context.audit('numbering.raised', { id: null, before: { ...counter }, after: { ...counter, next } })
}

const rowOf = ({ organizationId }: Context, { series, year }: Omit<NumberCounter, 'next'>) =>
  sql`organization_id = ${organizationId} and series = ${series} and year = ${year ?? everyYear}`

/** `{year}` and `{seq}` or `{seq:4}` in a pattern. */
export const formatDocumentNumber = (pattern: string, year: number, sequence: number) =>
  pattern
    .replaceAll('{year}', String(year))
    .replace(/\{seq(?::(\d+))?\}/g, (_, digits = '1') => String(sequence).padStart(Number(digits), '0'))
