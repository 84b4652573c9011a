import { failureText } from '../core/outbound/receiver-failure.ts'
import type { Bilingual } from '../core/text/language.ts'
import type { DeliveryAttempt } from './delivery.entity.ts'

/** Whether an answer is the acknowledgement that a delivery needs. */
export const isAcknowledged = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/** Why an attempt failed, in plain words; null where it did not. */
export function faultOf({ fault, status }: Pick<DeliveryAttempt, 'fault' | 'status'>): Bilingual | null {
  if (fault) return failureText(fault)
  if (status === null || isAcknowledged(status)) return null
  if (status >= 300 && status < 400)
    return {
      de: `Der Empfänger leitet weiter (${status}); Weiterleitungen wird nicht gefolgt.`,
      en: `The receiver redirects (${status}); redirects are not followed.`,
    }
  return {
    de: `Der Empfänger hat mit ${status} geantwortet statt mit 2xx.`,
    en: `The receiver answered ${status} instead of 2xx.`,
  }
}
