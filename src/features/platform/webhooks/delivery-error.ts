import { type FailureReason, failureMessage, failureReasons } from '#core/outbound/receiver-failure'
import type { Bilingual } from '#core/text/language'
import type { DeliveryAttempt } from './delivery.entity.ts'

export const deliveryErrorCodes = [...failureReasons, 'redirect', 'status'] as const

export const isAcknowledged = (status: number | null): boolean => status !== null && status >= 200 && status < 300

type AttemptResult = Pick<DeliveryAttempt, 'fault' | 'status'>

/** Null if the attempt succeeded. */
export function getDeliveryErrorCode({ fault, status }: AttemptResult): (typeof deliveryErrorCodes)[number] | null {
  if (fault) return fault
  if (status === null || isAcknowledged(status)) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

/** Null if the attempt succeeded. */
export function describeDeliveryError(attempt: AttemptResult): Bilingual | null {
  const code = getDeliveryErrorCode(attempt)
  if (code === 'redirect')
    return {
      de: `Der Empfänger leitet weiter (${attempt.status}); Weiterleitungen wird nicht gefolgt.`,
      en: `The receiver redirects (${attempt.status}); redirects are not followed.`,
    }
  if (code === 'status')
    return {
      de: `Der Empfänger hat mit ${attempt.status} geantwortet statt mit 2xx.`,
      en: `The receiver answered ${attempt.status} instead of 2xx.`,
    }
  return code && failureMessage(code as FailureReason)
}
