import { type DeliveryAttempt, DeliveryStatus } from '../webhooks/delivery.entity.ts'
import { isAcknowledged } from '../webhooks/delivery-error.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'

/** What an attempt means for its delivery. */
export interface AttemptOutcome {
  id: string
  status: DeliveryStatus
  /** Milliseconds until the next attempt; null where there is none. */
  delay: number | null
  attempt: DeliveryAttempt
}

/** The first attempt and five retries. */
const maxAttempts = 6

/** The pause before retry `n` (1 to 5): base × 4^(n−1), ± 10 %. */
const retryDelay = (base: number, retry: number) => base * 4 ** (retry - 1) * (0.9 + Math.random() * 0.2)

/** Succeeded with a 2xx, failed for good after the sixth attempt, to be tried again otherwise: no sooner than the receiver asked for. */
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
