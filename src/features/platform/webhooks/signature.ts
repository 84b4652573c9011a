import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** `timestamp` is the time of the attempt in Unix seconds. */
export interface SignedMessage {
  /** The current secret and, during a rotation, the previous one. */
  secrets: readonly string[]
  id: string
  timestamp: number
  body: string | Uint8Array
}

/** A new signing secret: `whsec_` and the base64 of 32 random bytes. */
export const createWebhookSecret = () => prefix + randomBytes(32).toString('base64')

/**
 * Our own signature header, keyed with the text of the current secret, and those of Standard Webhooks, keyed with the decoded secret, one
 * signature per secret.
 */
export function createSignatureHeaders({ secrets, id, timestamp, body }: SignedMessage): Record<string, string> {
  const [current] = secrets
  if (current === undefined) throw new TypeError('There is no secret to sign with.')
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  })
  return {
    'x-service-signature': `sha256=${createHmac('sha256', current).update(body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.join(' '),
  }
}

export const createDeliveryHeaders = ({
  event,
  delivery,
  ...signed
}: SignedMessage & { event: string; delivery: string }) => ({
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'Kontor-Webhooks/1',
  'idempotency-key': signed.id,
  'x-service-event': event,
  'x-service-delivery': delivery,
  'x-service-timestamp': String(signed.timestamp),
  ...createSignatureHeaders(signed),
})
