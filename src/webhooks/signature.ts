import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export const newSecret = () => prefix + randomBytes(32).toString('base64')

/** What signs a delivery: the current secret first, after a rotation the previous one too for 24 hours. */
export interface Signed {
  secrets: readonly [string, ...string[]] | readonly string[]
  /** The event's id. */
  id: string
  /** Unix seconds. */
  timestamp: number
  /** The raw body as it is sent. */
  body: string
}

/**
 * The signatures of a delivery: spec.md's own over the body, keyed with the secret as it stands; and Standard
 * Webhooks' over id, timestamp and body, keyed with the bytes that the secret encodes.
 */
export function signatureHeaders({ secrets, id, timestamp, body }: Signed): Record<string, string> {
  const [current = ''] = secrets
  const message = `${id}.${timestamp}.${body}`
  const versions = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(message).digest('base64')}`
  })
  return {
    'x-service-signature': `sha256=${createHmac('sha256', current).update(body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': versions.join(' '),
  }
}
