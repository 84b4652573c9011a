import type { FastifyRequest } from 'fastify'
import { readBearer } from '../access/bearer.ts'
import { unauthorized } from '../errors.ts'
import type { Credentials } from '../operation.ts'
import { preferredLanguage } from '../text/language.ts'

/** Reads who asks from a request's headers; a header that is no token of ours is 401. */
export function credentialsOf({ headers }: Pick<FastifyRequest, 'headers'>): Credentials {
  const bearer = readBearer(headers.authorization)
  if (headers.authorization !== undefined && !bearer) throw unauthorized()
  return { bearer, language: preferredLanguage(headers['accept-language']) }
}
