import { type DeliveryAttempt, DeliveryStatus } from '../delivery.entity.ts'
import { isAcknowledged } from '../fault.ts'
import type { Claimed } from './claim.ts'

/** What an attempt means for its delivery. */
export interface Outcome {
  id: string
  status: DeliveryStatus
  /** Milliseconds until the next attempt; null where there is none. */
  delay: number | null
  attempt: DeliveryAttempt
}

/** The first attempt and five retries. */
const mostAttempts = 6

/** The pause before retry `n` (1 to 5): base × 4^(n−1), ± 10 %. */
const retryDelay = (base: number, retry: number) => base * 4 ** (retry - 1) * (0.9 + Math.random() * 0.2)

/** Succeeded with a 2xx, failed for good after the sixth attempt, to be tried again otherwise: no sooner than the receiver asked for. */
export function outcomeOf({ id, attemptCount }: Claimed, attempt: DeliveryAttempt, retryBaseMs: number): Outcome {
  if (isAcknowledged(attempt.status)) return { id, status: DeliveryStatus.succeeded, delay: null, attempt }
  const attempts = attemptCount + 1
  if (attempts >= mostAttempts) return { id, status: DeliveryStatus.failed, delay: null, attempt }
  const delay = Math.max(retryDelay(retryBaseMs, attempts), 1000 * (attempt.retryAfterSeconds ?? 0))
  return { id, status: DeliveryStatus.pending, delay, attempt }
}
