import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { run } from '#core/database/connection'

/** What may be guessed so often, over all processes. */
export interface Guessed {
  /** What is guessed, and by whom: nothing of it that must not be known. */
  key: string
  /** Tries in one window. */
  most: number
}

/** Minutes after the first try in which the others are counted. */
const windowMs = 15 * 60_000

/** How a try was counted: how many there are in the window, and seconds to wait where this is one too many. */
export interface Counted {
  tries: number
  retryAfter: number | null
}

/** Counts a try before it is looked at, so that many at once are no more than one after the other. */
export async function countTry(pool: Pool, { key, most }: Guessed, now: Date): Promise<Counted> {
  const passed = new Date(now.getTime() - windowMs)
  const [counted] = await run<{ started_at: string; used: number }>(
    pool,
    sql`insert into rate_windows as w (key, started_at, used) values (${key}, ${now}, 1)
        on conflict (key) do update set
          started_at = case when w.started_at <= ${passed} then excluded.started_at else w.started_at end,
          used = case when w.started_at <= ${passed} then 1 else least(w.used, ${most}) + 1 end
        returning started_at, used`,
  )
  const { started_at: startedAt = now, used = 1 } = counted ?? {}
  const ends = new Date(startedAt).getTime() + windowMs
  return {
    tries: used,
    retryAfter: used > most ? Math.max(1, Math.ceil((ends - now.getTime()) / 1000)) : null,
  }
}

/** Takes back a try that was none. */
export const giveBackTry = (pool: Pool, { key }: Pick<Guessed, 'key'>) =>
  run(pool, sql`update rate_windows set used = used - 1 where key = ${key} and used > 0`)
