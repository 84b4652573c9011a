import { isIP } from 'node:net'
import { invalidField } from '#core/errors/problem'
import { type AddressPolicy, createAddressPolicy } from './address-policy.ts'

export interface ReceiverPolicy {
  /** Non-global networks that may be called: `127.0.0.0/8`, `fd00::/8`. */
  allowPrivateCidrs: readonly string[]
}

export const receiverUrlErrors = {
  scheme: { de: 'muss eine https-Adresse sein', en: 'must be an https address' },
  credentials: { de: 'darf keine Zugangsdaten enthalten', en: 'must not carry credentials' },
  address: { de: 'muss öffentlich erreichbar sein', en: 'must be a public address' },
}

/** Why no webhook can be delivered to the URL, as far as the URL alone tells; null if it is fine. */
export function findReceiverUrlError(text: string, mayCall: AddressPolicy): keyof typeof receiverUrlErrors | null {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:') return 'scheme'
  if (url.username || url.password) return 'credentials'
  // The URL parser has normalized decimal, octal, hexadecimal and shortened addresses.
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(literal) === 0 || mayCall(literal) ? null : 'address'
}

/**
 * Throws 422 for `url` unless it is https, without credentials and not a private address. Names are not resolved here but at
 * each connection.
 */
export function assertReceiverUrl(text: string, { allowPrivateCidrs }: ReceiverPolicy): void {
  const fault = findReceiverUrlError(text, createAddressPolicy(allowPrivateCidrs))
  if (fault !== null) throw invalidField('url', receiverUrlErrors[fault])
}
