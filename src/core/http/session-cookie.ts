import type { IncomingHttpHeaders } from 'node:http'
import type { Bearer } from '#core/access/bearer'
import { sessionDays } from '#core/access/last-uses'
import { readLink } from '#core/access/link'

// Contract §4: the session of a browser is a cookie that no script reads and no other site sends along.

/** Seconds that a session lasts: who has not signed out signs in once a month. */
const sessionLifetime = sessionDays.most * 24 * 60 * 60

const isSecure = (publicUrl: string) => publicUrl.startsWith('https:')

/** Seconds that a browser is known by: as long as one keeps a cookie (RFC 6265bis, 5.5). */
const deviceLifetime = 400 * 24 * 60 * 60

/** `__Host-` has a browser take it from this host alone (RFC 6265bis, 4.1.3.2); it wants `Secure`. */
const nameAt = (publicUrl: string, what: 'session' | 'device') =>
  `${isSecure(publicUrl) ? '__Host-' : ''}kontor_${what}`

/** The header that has a browser keep a session's secret, or forget the one that it has (null). */
export const formatSessionCookie = (publicUrl: string, secret: string | null) =>
  cookieOf(publicUrl, 'session', secret ?? '', secret === null ? 0 : sessionLifetime)

/** The header that has a browser keep that somebody has signed in with it. */
export const formatDeviceCookie = (publicUrl: string, device: string) =>
  cookieOf(publicUrl, 'device', device, deviceLifetime)

function cookieOf(publicUrl: string, what: 'session' | 'device', value: string, lifetime: number): string {
  const parts = [
    `${nameAt(publicUrl, what)}=${value}`,
    'Path=/',
    `Max-Age=${lifetime}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure(publicUrl) ? ['Secure'] : []),
  ]
  return parts.join('; ')
}

/** The session whose cookie a browser sends; null where it sends none that could be one of ours. */
export function readSessionCookie(headers: IncomingHttpHeaders, publicUrl: string): Bearer | null {
  const secret = readCookie(headers, nameAt(publicUrl, 'session'))
  const link = secret ? readLink(secret) : null
  return link && { ...link, key: link.hash.toString('base64') }
}

/** What a browser has kept of somebody having signed in with it; null where it sends none. */
export const readDeviceCookie = (headers: IncomingHttpHeaders, publicUrl: string): string | null =>
  readCookie(headers, nameAt(publicUrl, 'device')) ?? null

const readCookie = ({ cookie }: IncomingHttpHeaders, name: string) =>
  cookie
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/**
 * Whose page a browser says that a request comes from: one of ours, one of another site, or of none that it names, as
 * programs do. No script can write these two headers (Fetch Standard, forbidden request-headers).
 */
export function classifyRequestSite(headers: IncomingHttpHeaders, publicUrl: string): 'own' | 'other' | 'unknown' {
  const { origin, 'sec-fetch-site': site } = headers
  if (site === 'same-origin' || origin === new URL(publicUrl).origin) return 'own'
  // A socket's handshake says nothing but this. Where https is spoken its page must have been sent by it.
  if (!isSecure(publicUrl) && origin !== undefined && origin === `http://${headers.host}`) return 'own'
  return origin === undefined && (site === undefined || site === 'none') ? 'unknown' : 'other'
}
