import type { FastifyRequest } from 'fastify'
import { readBearer } from '../access/bearer.ts'
import { unauthorized } from '../errors.ts'
import type { Credentials } from '../operation.ts'
import { preferredLanguage } from '../text/language.ts'

const read = new WeakMap<object, Credentials>()

/** Reads who asks from a request's headers, once; a header that is no token of ours is 401. */
export function credentialsOf({ headers }: Pick<FastifyRequest, 'headers'>): Credentials {
  const known = read.get(headers)
  if (known) return known
  const bearer = readBearer(headers.authorization)
  if (headers.authorization !== undefined && !bearer) throw unauthorized()
  const credentials = { bearer, language: preferredLanguage(headers['accept-language']) }
  read.set(headers, credentials)
  return credentials
}
