import { type DeliveryAttempt, DeliveryStatus } from '../webhooks/delivery.entity.ts'
import { isAcknowledged } from '../webhooks/delivery-error.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'

export interface AttemptOutcome {
  id: string
  status: DeliveryStatus
  /** Milliseconds until the next attempt; null if there is none. */
  delay: number | null
  attempt: DeliveryAttempt
}

/** The first attempt and five retries. */
const maxAttempts = 6

/** The pause before retry `n` (1 to 5): base × 4^(n−1), ± 10 %. */
const retryDelay = (base: number, retry: number) => base * 4 ** (retry - 1) * (0.9 + Math.random() * 0.2)

/** A 2xx succeeds, the sixth failure is final, others are retried, but not before the receiver's Retry-After. */
export function evaluateAttempt(
  { id, attemptCount }: ClaimedDelivery,
  attempt: DeliveryAttempt,
  retryBaseMs: number,
): AttemptOutcome {
  if (isAcknowledged(attempt.status)) return { id, status: DeliveryStatus.succeeded, delay: null, attempt }
  const attempts = attemptCount + 1
  if (attempts >= maxAttempts) return { id, status: DeliveryStatus.failed, delay: null, attempt }
  const delay = Math.max(retryDelay(retryBaseMs, attempts), 1000 * (attempt.retryAfterSeconds ?? 0))
  return { id, status: DeliveryStatus.pending, delay, attempt }
}
