import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { runStatement } from '#core/database/connection'
import { rateLimited } from '#core/errors/problem'
import type { Bearer } from './bearer.ts'
import { toRateLimitNetwork } from './network.ts'

/** State of a limit after a request; `resetsAt` in Unix seconds. */
export interface RateLimitStatus {
  limit: number
  remaining: number
  resetsAt: number
  allowed: boolean
}

export const rateLimitExceeded = ({ resetsAt }: RateLimitStatus) =>
  rateLimited(Math.max(1, Math.min(60, Math.ceil(resetsAt - Date.now() / 1000))))

/** Limits requests in fixed windows of 60 s, across processes. A window begins with its first request. */
export interface RateLimiter {
  /**
   * Counts a request for the token, its member and their organization. Null if the token is not valid; such requests count for
   * their address, with the limit of a token.
   */
  countToken(bearer: Bearer, address: string, isSession?: boolean): Promise<RateLimitStatus | null>
  /** Counts a request without a token, by IPv4 address or IPv6 /56. */
  countAddress(address: string): Promise<RateLimitStatus>
  /** Counts kilobytes of large responses stored for idempotency; not allowed if the window has less left. */
  countStoredResponse(organizationId: string, kilobytes: number): Promise<RateLimitStatus>
}

interface Window {
  /** By `performance.now()`, because the system clock may be set. */
  endsAt: number
  remaining: number
  /** Permits taken from the shared window and not yet used here. */
  held: number
  /** Only in a token's window. */
  memberId?: string
}

/** A moment of `performance.now()` in Unix seconds. */
const epochSeconds = (moment: number) => Math.ceil((Date.now() + moment - performance.now()) / 1000)

/** The largest number that a window counts to (int4). */
const maxInteger = 2_147_483_647

/** Kilobytes of responses stored per organization and window for idempotency. */
const maxStoredKilobytes = 16 * 1024

/** A session's limit, as a multiple of a token's: a page sends more requests at once than a program. */
const sessionTimes = 5

/** Limits of a member and an organization, all tokens and sessions together, as multiples of a token's. */
export const rateLimitFactors = { member: sessionTimes, organization: 10 * sessionTimes }

/**
 * Each process takes permits from the shared window: one at a time under the default limit, so that the count is exact, and in
 * batches of 1/128 of what remains under a limit of thousands, so that most requests need no statement.
 */
export function createRateLimiter(pool: Pool, limits: { token: number; address: number }): RateLimiter {
  const windows = new LRUCache<string, Window>({ max: 10_000 })
  const times = (factor: number) => Math.min(limits.token * factor, maxInteger)

  const count = async (key: string, limit: number, take: (batch: number) => Promise<Taken | undefined>) => {
    const now = performance.now()
    let window = windows.get(key)
    if (window && window.endsAt <= now) window = undefined
    if (!window || (window.held === 0 && window.remaining > 0)) {
      const taken = await take(Math.max(1, Math.floor((window?.remaining ?? 0) / 128)))
      if (!taken) return null
      window = keep(key, {
        endsAt: now + taken.milliseconds_left,
        remaining: Math.max(0, limit - taken.used),
        held: taken.granted,
        ...(taken.member_id && { memberId: taken.member_id }),
      })
    }
    const allowed = window.held > 0
    if (allowed) window.held -= 1
    return { limit, remaining: window.remaining + window.held, resetsAt: epochSeconds(window.endsAt), allowed }
  }

  /** Adds the permits just taken to those that parallel requests took from the same window. */
  const keep = (key: string, taken: Window): Window => {
    const present = windows.get(key)
    if (present && Math.abs(present.endsAt - taken.endsAt) < 1000) {
      present.held += taken.held
      present.remaining = Math.min(present.remaining, taken.remaining)
      return present
    }
    windows.set(key, taken)
    return taken
  }

  const takePermits = async (key: string, limit: number, permits: number): Promise<Taken> => {
    const [taken] = await runStatement<Taken>(
      pool,
      sql`select * from count_request(${key}, ${limit}::int, ${permits}::int)`,
    )
    if (!taken) throw new Error('count_request answers always')
    return taken
  }

  const countKey = async (key: string, limit: number) => {
    const standing = await count(key, limit, (batch) => takePermits(key, limit, batch))
    if (!standing) throw new Error('What takes no token is counted always')
    return standing
  }

  /** The stricter of two limits under the token's `limit`: members and organizations have no headers of their own. */
  const narrower = (standing: RateLimitStatus, { remaining, resetsAt, allowed }: RateLimitStatus): RateLimitStatus => ({
    limit: standing.limit,
    remaining: Math.min(standing.remaining, remaining),
    resetsAt: allowed ? standing.resetsAt : Math.max(standing.resetsAt, resetsAt),
    allowed: standing.allowed && allowed,
  })

  /** Whether the key's window is known to be exhausted. */
  const isSpent = (key: string) => {
    const window = windows.get(key)
    return window !== undefined && window.endsAt > performance.now() && window.held + window.remaining === 0
  }

  return {
    async countToken({ organizationId, hash, key }, address, isSession = false) {
      const limit = times(isSession ? sessionTimes : 1)
      const refused = `refused ${toRateLimitNetwork(address)}`
      if (!windows.has(key) && isSpent(refused)) return countKey(refused, limits.token)
      const standing = await count(key, limit, async (batch) => {
        const [taken] = await runStatement<Taken>(
          pool,
          sql`select * from count_token_request(${organizationId}::uuid, ${hash}::bytea, ${limit}::int, ${batch}::int)`,
        )
        return taken
      })
      if (!standing) {
        await countKey(refused, limits.token)
        return null
      }
      if (!standing.allowed) return standing
      const memberId = windows.get(key)?.memberId
      const shared = [
        ...(memberId ? [await countKey(`member ${memberId}`, times(rateLimitFactors.member))] : []),
        await countKey(`organization ${organizationId}`, times(rateLimitFactors.organization)),
      ]
      return shared.reduce(narrower, standing)
    },
    countAddress: (address) => countKey(`address ${toRateLimitNetwork(address)}`, limits.address),
    async countStoredResponse(organizationId, kilobytes) {
      const taken = await takePermits(`kept ${organizationId}`, maxStoredKilobytes, kilobytes)
      return {
        limit: maxStoredKilobytes,
        remaining: Math.max(0, maxStoredKilobytes - taken.used),
        resetsAt: epochSeconds(performance.now() + taken.milliseconds_left),
        allowed: taken.granted >= kilobytes,
      }
    },
  }
}

/** `system` connects as the owner. */
export const deleteExpiredRateWindows = (system: Pool) =>
  system.query("delete from rate_windows where started_at < now() - interval '1 hour'")

interface Taken {
  /** Requests of the window counted so far, over all processes, these included. */
  used: number
  /** Permits granted by this statement: 0 where the window is full. */
  granted: number
  milliseconds_left: number
  /** Whose token was counted. */
  member_id?: string
}
