import { isIP } from 'node:net'
import { invalidField } from '#core/errors/problem'
import { type AddressPolicy, createAddressPolicy } from './address-policy.ts'

export interface ReceiverPolicy {
  /** Networks that are not global and may be called all the same: `127.0.0.0/8`, `fd00::/8`. */
  allowPrivateCidrs: readonly string[]
}

export const receiverUrlErrors = {
  scheme: { de: 'muss eine https-Adresse sein', en: 'must be an https address' },
  credentials: { de: 'darf keine Zugangsdaten enthalten', en: 'must not carry credentials' },
  address: { de: 'muss öffentlich erreichbar sein', en: 'must be a public address' },
}

/** What keeps a webhook from being delivered to a URL, as far as the URL alone tells; null where nothing does. */
export function findReceiverUrlError(text: string, mayCall: AddressPolicy): keyof typeof receiverUrlErrors | null {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:') return 'scheme'
  if (url.username || url.password) return 'credentials'
  // Decimal, octal, hexadecimal and shortened addresses have their plain spelling by now.
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(literal) === 0 || mayCall(literal) ? null : 'address'
}

/**
 * 422 `url` unless a webhook could be delivered there: https, no credentials, any port, no address that is not public.
 * A name is not looked up here: what it means is found anew at each connection.
 */
export function assertReceiverUrl(text: string, { allowPrivateCidrs }: ReceiverPolicy): void {
  const fault = findReceiverUrlError(text, createAddressPolicy(allowPrivateCidrs))
  if (fault !== null) throw invalidField('url', receiverUrlErrors[fault])
}
