import type { FastifyRequest } from 'fastify'
import { readBearer } from '#core/access/bearer'
import { unauthorized } from '#core/errors/problem'
import type { Credentials } from '#core/operation/operation'
import { preferredLanguage } from '#core/text/language'

type Headed = Pick<FastifyRequest, 'headers'>

const read = new WeakMap<object, Credentials>()

/** Reads who asks from a request's headers, once; a header that is no token of ours is as none. */
export function claimOf({ headers }: Headed): Credentials {
  const known = read.get(headers)
  if (known) return known
  const credentials = {
    bearer: readBearer(headers.authorization),
    language: preferredLanguage(headers['accept-language']),
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
