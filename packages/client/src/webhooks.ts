import type { KontorEvent } from './events.js'

export type { KontorEvent } from './events.js'

/** Headers of the Fetch API or of Node. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface WebhookOptions {
  /** Maximum age in seconds, in either direction; 300 by default. */
  tolerance?: number
  /** Current time in milliseconds. */
  now?: number
}

/** The request is not from Kontor, or not recent. Respond with 400 and ignore it. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
}

/**
 * Verifies a delivery (Standard Webhooks) and returns its event. Throws WebhookRefused if the signature or time is
 * wrong, and Error if `secret` is malformed. `body` is the raw body. `secret` is what `POST /webhooks` returned once:
 * `whsec_…`.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { tolerance = 300, now = Date.now() }: WebhookOptions = {},
): Promise<KontorEvent> {
  const key = await keyOf(secret)
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  if (!/^\d+$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > tolerance)
    throw new WebhookRefused('This delivery is too old, or not of this time.')
  const content = typeof body === 'string' ? encoder.encode(body) : body
  const before = encoder.encode(`${id}.${timestamp}.`)
  const signed = new Uint8Array(before.length + content.length)
  signed.set(before)
  signed.set(content, before.length)
  for (const each of headerOf(headers, 'webhook-signature').split(' ')) {
    const [, given] = /^v1,([A-Za-z0-9+/]+={0,2})$/.exec(each) ?? []
    // WebCrypto compares in constant time.
    const mac = given && bytesOf(given)
    if (mac && (await crypto.subtle.verify('HMAC', key, mac, signed)))
      return JSON.parse(new TextDecoder().decode(content))
  }
  throw new WebhookRefused('This delivery is not signed with our secret.')
}

const encoder = new TextEncoder()

function headerOf(headers: WebhookHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : (found?.[0] ?? '')
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!bytes?.length)
    throw new Error('The secret given to verifyWebhook is empty or malformed: it is `whsec_` and base64.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
