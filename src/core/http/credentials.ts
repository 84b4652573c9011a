import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { readBearer } from '#core/access/bearer'
import { unauthorized } from '#core/errors/problem'
import type { Credentials } from '#core/operation/operation'
import { preferredLanguage } from '#core/text/language'

type Headed = Pick<FastifyRequest, 'headers'> & { raw?: IncomingMessage }

const read = new WeakMap<object, Credentials>()

/** Reads who asks from a request's headers, once; a header that is no token of ours is as none. */
export function claimOf({ headers, raw }: Headed): Credentials {
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

/** The same; a header that is no token of ours is 401. */
export function credentialsOf(request: Headed): Credentials {
  const credentials = claimOf(request)
  if (request.headers.authorization !== undefined && !credentials.bearer) throw unauthorized()
  return credentials
}

/** Who asks where no token is needed: one that is sent all the same says nothing. */
export const nobodyAt = (request: Headed): Credentials => ({ ...claimOf(request), bearer: null })
