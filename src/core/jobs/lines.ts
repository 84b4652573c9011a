import { select } from '#core/database/select'
import type { Transaction } from '#core/database/transaction'

/** The end of an organization's line is found by one look, however many jobs wait. An index that is there locks nothing. */
export const indexOfLines = `do $$ begin
  if to_regclass('pgboss.job_lines') is null then
    create index job_lines on pgboss.job (name, group_id, priority) where state = 'created' and group_id is not null;
  end if;
end $$`

/** The place before all lines: of what somebody waits for. */
export const beforeAll = 1

/** The places that a transaction has taken last, by kind. */
const taken = new WeakMap<Transaction, Map<string, number>>()

/**
 * Where a job stands among those of its kind. pg-boss begins the one with the highest priority first, so places count down: that behind
 * the last one of its organization, or where the line has come to, whichever is farther back. A newcomer is next, and one whose line
 * never ends is passed by no more than one of each other. What is tried again keeps its place, and nobody stands behind it.
 */
export async function nextPlace(transaction: Transaction, kind: string): Promise<number> {
  const places = taken.get(transaction) ?? new Map<string, number>()
  taken.set(transaction, places)
  const last = places.get(kind)
  const place = last === undefined ? await firstPlace(transaction, kind) : last - 1
  places.set(kind, place)
  return place
}

async function firstPlace(transaction: Transaction, kind: string): Promise<number> {
  const [line] = await transaction.query<{ place: number }>(
    select`coalesce(least(
          (select min(priority) - 1 from pgboss.job
            where name = ${kind} and group_id = ${transaction.organizationId} and state = 'created'),
          (select max(priority) from pgboss.job where name = ${kind} and group_id is not null and state = 'active')
        ), 0) as place`,
  )
  return line?.place ?? 0
}
