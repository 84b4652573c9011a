import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { runStatement } from '#core/database/connection'

/** A limit of attempts in a quarter of an hour, over all processes. */
export interface AttemptKey {
  /** Names the secret that is tried and who tries it. It is stored as it is, so it must not contain secrets. */
  key: string
  /** Attempts in one window. */
  maxAttempts: number
}

/** The window begins with the first attempt. */
const windowMs = 15 * 60_000

/** Attempts in the window, this one included, and seconds to wait if it exceeds the limit. */
export interface AttemptCount {
  attempts: number
  retryAfter: number | null
}

/**
 * Counts an attempt before it is checked, so that parallel attempts are limited like sequential ones. A window far ahead is one of a
 * clock that was fast, and begins anew.
 */
export async function countAttempt(pool: Pool, { key, maxAttempts }: AttemptKey, now: Date): Promise<AttemptCount> {
  const [passed, ahead] = [-windowMs, windowMs].map((ms) => new Date(now.getTime() + ms))
  const [counted] = await runStatement<{ started_at: string; used: number }>(
    pool,
    sql`insert into rate_windows as w (key, started_at, used) values (${key}, ${now}, 1)
        on conflict (key) do update set
          started_at = case when w.started_at <= ${passed} or w.started_at > ${ahead} then excluded.started_at else w.started_at end,
          used = case when w.started_at <= ${passed} or w.started_at > ${ahead} then 1 else least(w.used, ${maxAttempts}) + 1 end
        returning started_at, used`,
  )
  const { started_at: startedAt = now, used = 1 } = counted ?? {}
  const ends = new Date(startedAt).getTime() + windowMs
  return {
    attempts: used,
    retryAfter: used > maxAttempts ? Math.max(1, Math.ceil((ends - now.getTime()) / 1000)) : null,
  }
}

/** Takes back an attempt that was not a wrong one. */
export const refundAttempt = (pool: Pool, { key }: Pick<AttemptKey, 'key'>) =>
  runStatement(pool, sql`update rate_windows set used = used - 1 where key = ${key} and used > 0`)
