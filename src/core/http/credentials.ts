import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Admission } from '#core/access/admission'
import { parseBearer } from '#core/access/bearer'
import { unauthorized } from '#core/errors/problem'
import type { Credentials } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { type Language, preferredLanguage } from '#core/text/language'
import {
  classifyRequestSite,
  formatDeviceCookie,
  formatSessionCookie,
  readDeviceCookie,
  readSessionCookie,
} from './session-cookie.ts'

type RequestHeaders = Pick<FastifyRequest, 'headers'> & { raw?: IncomingMessage }

const read = new WeakMap<object, Credentials>()

/** Reads the caller's credentials from the headers, once per request; a malformed token counts as none. */
export function readCredentials({ headers, raw }: RequestHeaders): Credentials {
  const known = read.get(headers)
  if (known) return known
  const credentials = {
    bearer: parseBearer(headers.authorization),
    language: preferredLanguage(headers['accept-language']),
    ...(raw && { request: raw }),
  }
  read.set(headers, credentials)
  return credentials
}

/** Reads the session cookie if no token is sent, and allows the response to set a new one, except for requests from other sites. */
export function readSessionCredentials(request: RequestHeaders, reply: FastifyReply, publicUrl: string) {
  const { headers } = request
  const credentials = readCredentials(request)
  const site = classifyRequestSite(headers, publicUrl)
  if (site !== 'other') {
    credentials.setSessionCookie = (secret, device) => {
      const kept = device ? [formatDeviceCookie(publicUrl, device)] : []
      const session = secret === undefined ? [] : [formatSessionCookie(publicUrl, secret)]
      reply.header('set-cookie', [...kept, ...session])
      // Pictures and files of who has left; what the browser remembers of its own, such as the language, stays.
      if (secret === null) reply.header('clear-site-data', '"cache"')
    }
    credentials.device = readDeviceCookie(headers, publicUrl)
  }
  if (headers.authorization !== undefined) return
  credentials.bearer = readSessionCookie(headers, publicUrl)
  credentials.isSession = credentials.bearer !== null
  credentials.isForgeable = credentials.isSession && site !== 'own'
  credentials.expectedMemberId = readSessionMember(headers)
}

/** The member whom the page claims to be showing, from a header or a socket parameter. */
export function readSessionMember(sent: Record<string, unknown>): string | undefined {
  const member = sent['x-session-member']
  return typeof member === 'string' ? member : undefined
}

/**
 * Treats an expired session as none. The cookie is kept: clearing it could remove the cookie of a sign-in that happened
 * meanwhile.
 */
export const ignoreSession = (request: RequestHeaders) =>
  Object.assign(readCredentials(request), { bearer: null, isSession: false, isForgeable: false })

/** Throws 401 for a malformed token. */
export function readValidCredentials(request: RequestHeaders): Credentials {
  const credentials = readCredentials(request)
  if (request.headers.authorization !== undefined && !credentials.bearer) throw unauthorized()
  return credentials
}

/** The requested language, else the language of the organization if the token was admitted before. */
export function resolveErrorLanguage(
  { admissionCache }: Pick<Services, 'admissionCache'>,
  credentials: Credentials,
): Language | null {
  const { bearer, language } = credentials
  const json = language === null && bearer && admissionCache.get(bearer)
  return json ? (JSON.parse(json) as Admission).organizationLanguage : language
}

/** Credentials for public routes; a token that is sent anyway is ignored. */
export const anonymousCredentials = (request: RequestHeaders): Credentials => ({
  ...readCredentials(request),
  bearer: null,
})
