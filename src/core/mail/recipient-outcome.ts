import type { Bilingual, Language } from '#core/text/language'
import { DeliveryState } from './delivery-state.ts'

/** The outcome for one recipient; `deferred` will be retried. */
export interface RecipientOutcome {
  state: 'sent' | 'deferred' | 'failed' | 'bounced'
  /** Absent for `sent`. */
  cause?: FailureCause
  /** The server's reply; for `invalid_address`, the address. */
  reply?: string
}

/** By address. Recipients that are missing share the mail's state. */
export type RecipientOutcomes = Readonly<Record<string, RecipientOutcome>>

const causes = {
  refused: { de: '{reply}', en: '{reply}' },
  deferred: {
    de: 'Vorübergehend abgelehnt, wird erneut versucht: {reply}',
    en: 'Refused for now, will be tried again: {reply}',
  },
  given_up: { de: 'Nach mehreren Versuchen aufgegeben: {reply}', en: 'Given up after several attempts: {reply}' },
  expired: {
    de: 'Konnte innerhalb von 14 Tagen nicht gesendet werden.',
    en: 'Could not be sent within 14 days.',
  },
  unknown_outcome: {
    de: 'Nach drei Versuchen aufgegeben, deren Ergebnis nicht gespeichert werden konnte. Vielleicht ist die E-Mail angekommen.',
    en: 'Given up after three attempts whose outcome could not be stored. The email may have arrived.',
  },
  invalid_address: { de: 'Keine gültige E-Mail-Adresse: {reply}', en: 'Not a valid email address: {reply}' },
  no_recipient: { de: 'Die E-Mail hat keinen Empfänger.', en: 'The email has no recipient.' },
} satisfies Record<string, Bilingual>

export type FailureCause = keyof typeof causes

/** The state of a mail with several recipients. */
export function combineDeliveryStates(
  recipients: readonly string[],
  outcomes: RecipientOutcomes,
  before: DeliveryState,
) {
  const states = recipients.map((address) => outcomes[address]?.state ?? before)
  if (states.some((state) => state === 'deferred' || state === DeliveryState.queued)) return DeliveryState.queued
  if (states.every((state) => state === 'sent')) return DeliveryState.sent
  return states.includes('bounced') ? DeliveryState.bounced : DeliveryState.failed
}

/** Explains the failure in one line, by recipient if there are several; null if nothing failed. */
export function formatFailure(
  recipients: readonly string[],
  outcomes: RecipientOutcomes,
  language: Language,
): string | null {
  const addresses = new Map<string, string[]>()
  for (const address of recipients) {
    const { cause, reply = '' } = outcomes[address] ?? {}
    if (!cause) continue
    const reason = causes[cause][language].replace('{reply}', () => reply)
    addresses.set(reason, [...(addresses.get(reason) ?? []), address])
  }
  const isAboutAll = addresses.size === 1 && [...addresses.values()][0]?.length === recipients.length
  const reasons = [...addresses].map(([reason, about]) => (isAboutAll ? reason : `${about.join(', ')}: ${reason}`))
  return reasons.length > 0 ? reasons.join('; ') : null
}
