import type { FastifyRequest } from 'fastify'
import { readBearer } from '../access/bearer.ts'
import { unauthorized } from '../errors.ts'
import type { Credentials } from '../operation.ts'
import { preferredLanguage } from '../text/language.ts'

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
