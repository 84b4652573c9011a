import { select } from '#core/database/select'
import type { Transaction } from '#core/database/transaction'

/** What caused a job: a member in a browser, a token, a guest, or the service itself. */
export type JobOrigin = 'browser' | 'program' | 'guest' | 'service'

/** Finds the last job of an organization without counting. An existing index is not locked. */
export const createPriorityIndex = `do $$ begin
  if to_regclass('pgboss.job_lines') is null then
    create index job_lines on pgboss.job (name, group_id, group_tier, priority) where state = 'created' and group_id is not null;
  end if;
end $$`

/** For jobs that somebody waits for. */
export const highestPriority = 1

/** Last used priorities, by kind. */
const taken = new WeakMap<Transaction, Map<string, number>>()

/**
 * Jobs are prioritized per organization and origin, so that interactive jobs do not wait behind scheduled ones. pg-boss runs higher
 * priorities first, so they count down: one below the last job of the same organization and origin, or that of the next due job,
 * whichever is lower.
 */
export async function nextPriority(transaction: Transaction, kind: string, origin: JobOrigin): Promise<number> {
  const priorities = taken.get(transaction) ?? new Map<string, number>()
  taken.set(transaction, priorities)
  const last = priorities.get(kind)
  const priority = last === undefined ? await firstPriority(transaction, kind, origin) : last - 1
  priorities.set(kind, priority)
  return priority
}

/**
 * Uses two indexes of pg-boss and `job_lines`. `state < 'active'` is the condition of pg-boss's index; of these only `created` waits for
 * its first run.
 */
async function firstPriority(transaction: Transaction, kind: string, origin: JobOrigin): Promise<number> {
  const [row] = await transaction.query<{ priority: number }>(
    select`coalesce(least(
          (select min(priority) - 1 from pgboss.job
            where name = ${kind} and group_id = ${transaction.organizationId} and group_tier = ${origin} and state = 'created'),
          (select max(priority) from pgboss.job where name = ${kind} and group_id is not null and state <> 'retry'
            and state < 'active' and not blocked and start_after <= now()),
          (select min(priority) from pgboss.job where name = ${kind} and group_id is not null and state = 'active')
        ), 0) as priority`,
  )
  return row?.priority ?? 0
}
