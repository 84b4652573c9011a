import type { IncomingHttpHeaders } from 'node:http'
import type { Bearer } from '#core/access/bearer'
import { parseLinkToken } from '#core/access/link-token'
import { sessionLifetimeDays } from '#core/access/token-use-tracker'

// Contract §4: browser sessions use an HttpOnly, SameSite cookie.

/** In seconds; members sign in again once a month. */
const sessionLifetime = sessionLifetimeDays.most * 24 * 60 * 60

const isSecure = (publicUrl: string) => publicUrl.startsWith('https:')

/** In seconds; the maximum lifetime of cookies (RFC 6265bis, 5.5). */
const deviceLifetime = 400 * 24 * 60 * 60

/** The `__Host-` prefix restricts the cookie to this host (RFC 6265bis, 4.1.3.2); it requires `Secure`. */
const nameAt = (publicUrl: string, what: 'session' | 'device') =>
  `${isSecure(publicUrl) ? '__Host-' : ''}kontor_${what}`

/** Set-Cookie header for a session's secret; null removes it. */
export const formatSessionCookie = (publicUrl: string, secret: string | null) =>
  cookieOf(publicUrl, 'session', secret ?? '', secret === null ? 0 : sessionLifetime)

/** Set-Cookie header that remembers the browser after a sign-in. */
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

/** The session of the cookie; null if there is none or it is malformed. */
export function readSessionCookie(headers: IncomingHttpHeaders, publicUrl: string): Bearer | null {
  const secret = readCookie(headers, nameAt(publicUrl, 'session'))
  const link = secret ? parseLinkToken(secret) : null
  return link && { ...link, key: link.hash.toString('base64') }
}

/** The device cookie of an earlier sign-in; null if there is none. */
export const readDeviceCookie = (headers: IncomingHttpHeaders, publicUrl: string): string | null =>
  readCookie(headers, nameAt(publicUrl, 'device')) ?? null

const readCookie = ({ cookie }: IncomingHttpHeaders, name: string) =>
  cookie
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/**
 * Classifies a request by `Origin` and `Sec-Fetch-Site`, which scripts cannot set (Fetch Standard, forbidden request-headers).
 * Programs send neither.
 */
export function classifyRequestSite(headers: IncomingHttpHeaders, publicUrl: string): 'own' | 'other' | 'unknown' {
  const { origin, 'sec-fetch-site': site } = headers
  if (site === 'same-origin' || origin === new URL(publicUrl).origin) return 'own'
  // WebSocket handshakes only send Origin. With https configured, http origins are not accepted.
  if (!isSecure(publicUrl) && origin !== undefined && origin === `http://${headers.host}`) return 'own'
  return origin === undefined && (site === undefined || site === 'none') ? 'unknown' : 'other'
}
