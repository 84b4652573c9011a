import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Admission } from '#core/access/admission'
import { readBearer } from '#core/access/bearer'
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

/** Reads who asks from a request's headers, once; a header that is no token of ours is as none. */
export function readCredentials({ headers, raw }: RequestHeaders): Credentials {
  const known = read.get(headers)
  if (known) return known
  const credentials = {
    bearer: readBearer(headers.authorization),
    language: preferredLanguage(headers['accept-language']),
    ...(raw && { request: raw }),
  }
  read.set(headers, credentials)
  return credentials
}

/**
 * Reads the session whose cookie a browser sends, where it sends no token, and lets the answer set another one: not for a
 * page of another site.
 */
export function readSessionCredentials(request: RequestHeaders, reply: FastifyReply, publicUrl: string) {
  const { headers } = request
  const credentials = readCredentials(request)
  const site = classifyRequestSite(headers, publicUrl)
  if (site !== 'other') {
    credentials.keepSession = (secret, device) => {
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
  credentials.shownTo = readSessionMember(headers)
}

/** Whom the page that sends this says that it is shown to, in a header or as a parameter of its socket. */
export function readSessionMember(sent: Record<string, unknown>): string | undefined {
  const member = sent['x-session-member']
  return typeof member === 'string' ? member : undefined
}

/**
 * A session that is over is as none. Its cookie stays until another takes its place: an answer that comes late would take that
 * of whoever has signed in meanwhile.
 */
export const discardSession = (request: RequestHeaders) =>
  Object.assign(readCredentials(request), { bearer: null, isSession: false, isForgeable: false })

/** The same; a header that is no token of ours is 401. */
export function readValidCredentials(request: RequestHeaders): Credentials {
  const credentials = readCredentials(request)
  if (request.headers.authorization !== undefined && !credentials.bearer) throw unauthorized()
  return credentials
}

/** The language that whoever asks is refused in: the one they ask for, else their organization's, where their token was admitted before. */
export function resolveErrorLanguage(
  { admissions }: Pick<Services, 'admissions'>,
  credentials: Credentials,
): Language | null {
  const { bearer, language } = credentials
  const json = language === null && bearer && admissions.get(bearer)
  return json ? (JSON.parse(json) as Admission).organizationLanguage : language
}

/** Who asks where no token is needed: one that is sent all the same says nothing. */
export const anonymousCredentials = (request: RequestHeaders): Credentials => ({
  ...readCredentials(request),
  bearer: null,
})
