import sql, { raw } from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Transaction } from '#core/database/transaction'
import { invalidField } from '#core/errors/problem'
import type { Context } from './context.ts'

export type DocumentSeries = 'invoice' | 'credit_note' | 'quote' | 'contract'

/**
 * Takes the next number of a series by its pattern: `RE-{year}-{seq:4}` → `RE-2026-0042`. The counter stays locked until the end of the
 * transaction and rolls back with it, so numbers have no gaps or duplicates. It restarts yearly only if the pattern has `{year}`.
 */
export async function nextNumber(
  context: Context,
  series: DocumentSeries,
  pattern: string,
  date: string,
): Promise<string> {
  // Pattern changes lock the organization, so a number is taken either before or with the new pattern.
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

/** Predicts the number after `skipped` others, without locking. */
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

/** Stored year of a counter that never restarts. */
const everyYear = 0

const restartsYearly = (pattern: string) => pattern.includes('{year}')

const countedIn = (pattern: string, date: string) => (restartsYearly(pattern) ? yearOf(date) : everyYear)

export interface NumberCounter {
  series: DocumentSeries
  /** Null if it never restarts. */
  year: number | null
  next: number
}

/** Counters of the current year and of earlier years with numbers, latest first. */
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

/** Locks a counter as `nextNumber` does, and returns its position. */
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

/** 422 naming `next` if it would lower the counter, as lower numbers were used. */
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

/** Replaces `{year}` and `{seq}` or `{seq:4}`. */
export const formatDocumentNumber = (pattern: string, year: number, sequence: number) =>
  pattern
    .replaceAll('{year}', String(year))
    .replace(/\{seq(?::(\d+))?\}/g, (_, digits = '1') => String(sequence).padStart(Number(digits), '0'))
