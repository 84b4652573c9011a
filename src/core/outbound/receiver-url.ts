import { isIP } from 'node:net'
import { blockList } from '../../config.ts'
import { invalid } from '../errors.ts'
import { mayCall } from './addresses.ts'

export interface ReceiverOptions {
  /** Networks that may be called although they are private. */
  allowPrivateCidrs: readonly string[]
}

/**
 * 422 naming `url` unless it is https, without credentials, and no literal of a private address. Names are resolved
 * and checked when they are called: what they point to today says nothing of tomorrow.
 */
export function assertReceiverUrl(text: string, { allowPrivateCidrs }: ReceiverOptions): URL {
  const url = URL.parse(text.trim())
  if (url?.protocol !== 'https:' || !url.hostname)
    throw invalid('url', { de: 'muss eine https-Adresse sein', en: 'must be an https address' })
  if (url.username || url.password)
    throw invalid('url', { de: 'darf keine Zugangsdaten enthalten', en: 'must not contain credentials' })
  // The URL parser has already turned every spelling of an IPv4 address (octal, hex, short) into the dotted one.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLocalName = /(^|\.)localhost\.?$/i.test(host) && !mayCall('127.0.0.1', blockList(allowPrivateCidrs))
  if (isLocalName || (isIP(host) && !mayCall(host, blockList(allowPrivateCidrs))))
    throw invalid('url', { de: 'darf nicht in ein privates Netz führen', en: 'must not lead into a private network' })
  return url
}
