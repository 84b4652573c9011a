import { select } from '#core/database/select'
import type { Transaction } from '#core/database/transaction'

/** What a job comes from: a member at a browser, a program with a token, somebody without either, or the service by itself. */
export type JobOrigin = 'browser' | 'program' | 'guest' | 'service'

/** The end of an organization's line is found by one look, however many jobs wait. An index that is there locks nothing. */
export const createPriorityIndex = `do $$ begin
  if to_regclass('pgboss.job_lines') is null then
    create index job_lines on pgboss.job (name, group_id, group_tier, priority) where state = 'created' and group_id is not null;
  end if;
end $$`

/** The place before all lines: of what somebody waits for. */
export const highestPriority = 1

/** The places that a transaction has taken last, by kind. */
const taken = new WeakMap<Transaction, Map<string, number>>()

/**
 * Where a job stands among those of its kind. An organization has a line for each origin, so that what somebody does by hand does not
 * wait for all that comes by the clock. pg-boss begins the one with the highest priority first, so places count down: that behind
 * the last one of its line, or where the lines have come to, whichever is farther back: that is the next one that waits, and
 * whatever has been begun, of which one may take long, or was tried again in its old place. So a newcomer stands beside whoever is
 * next, and one whose line never ends is passed by no more than one of each other.
 */
export async function nextPriority(transaction: Transaction, kind: string, origin: JobOrigin): Promise<number> {
  const places = taken.get(transaction) ?? new Map<string, number>()
  taken.set(transaction, places)
  const last = places.get(kind)
  const place = last === undefined ? await firstPlace(transaction, kind, origin) : last - 1
  places.set(kind, place)
  return place
}

/**
 * Two looks at indices of pg-boss, which it finds the next job and those at work by, beside that at the index of lines. `state <
 * 'active'` is that index's own condition: of those before it only `created` waits for the first time.
 */
async function firstPlace(transaction: Transaction, kind: string, origin: JobOrigin): Promise<number> {
  const [line] = await transaction.query<{ place: number }>(
    select`coalesce(least(
          (select min(priority) - 1 from pgboss.job
            where name = ${kind} and group_id = ${transaction.organizationId} and group_tier = ${origin} and state = 'created'),
          (select max(priority) from pgboss.job where name = ${kind} and group_id is not null and state <> 'retry'
            and state < 'active' and not blocked and start_after <= now()),
          (select min(priority) from pgboss.job where name = ${kind} and group_id is not null and state = 'active')
        ), 0) as place`,
  )
  return line?.place ?? 0
}
