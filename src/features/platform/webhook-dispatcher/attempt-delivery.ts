import { type ReceiverClient, ReceiverFailure, type ReceiverResponse } from '#core/outbound/receiver-client'
import type { Secrets } from '#core/runtime/secret-key'
import { getTraceHeaders, traceRootSpan } from '#core/runtime/tracing'
import type { Clock } from '#core/time/clock'
import type { DeliveryAttempt } from '../webhooks/delivery.entity.ts'
import { isAcknowledged } from '../webhooks/delivery-error.ts'
import { createDeliveryHeaders } from '../webhooks/signature.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'

interface AttemptServices {
  secrets: Secrets
  receiver: ReceiverClient
  clock: Clock
}

export const attemptDelivery = (services: AttemptServices, delivery: ClaimedDelivery): Promise<DeliveryAttempt> =>
  traceRootSpan(
    () => ({
      name: `deliver ${delivery.eventName}`,
      kind: 'client',
      attributes: {
        'http.request.method': 'POST',
        'kontor.event.name': delivery.eventName,
        'kontor.webhook.delivery.id': delivery.id,
      },
    }),
    delivery.traceparent,
    async (span) => {
      const made = await send(services, delivery)
      if (made.status !== null) span?.set({ 'http.response.status_code': made.status })
      if (!isAcknowledged(made.status)) span?.fail(made.fault ?? String(made.status))
      return made
    },
  )

async function send(
  { secrets, receiver, clock }: AttemptServices,
  delivery: ClaimedDelivery,
): Promise<DeliveryAttempt> {
  const at = clock.now()
  const timestamp = Math.floor(at.getTime() / 1000)
  const { previousSealedSecret: previous, previousSecretUntil: until } = delivery
  const sealed = previous && until && new Date(until) > at ? [delivery.sealedSecret, previous] : [delivery.sealedSecret]
  const requestHeaders = {
    ...createDeliveryHeaders({
      secrets: sealed.map((secret) => secrets.open(secret, 'webhook')),
      id: delivery.eventId,
      event: delivery.eventName,
      delivery: delivery.id,
      timestamp,
      body: delivery.body,
    }),
    ...getTraceHeaders(),
  }
  const made = { at: at.toISOString(), durationMs: 0, requestHeaders, status: null, responseBody: null, fault: null }
  const began = performance.now()
  try {
    const { status, headers, body, durationMs } = await receiver.post(delivery.url, requestHeaders, delivery.body)
    const retryAfterSeconds = status === 429 || status === 503 ? parseRetryAfter(headers, clock.now()) : null
    return { ...made, durationMs, status, responseBody: body, retryAfterSeconds }
  } catch (error) {
    const durationMs = Math.round(performance.now() - began)
    return { ...made, durationMs, fault: error instanceof ReceiverFailure ? error.reason : 'connection' }
  }
}

/** In seconds. */
const maxRetryAfter = 3600

/** Parses Retry-After, in seconds or as a date (RFC 9110 § 10.2.3). Returns seconds; null without the header. */
export function parseRetryAfter({ 'retry-after': asked = '' }: ReceiverResponse['headers'], now: Date): number | null {
  const seconds = /^\d+$/.test(asked.trim()) ? Number(asked) : Math.ceil((Date.parse(asked) - now.getTime()) / 1000)
  return seconds > 0 ? Math.min(seconds, maxRetryAfter) : null
}
