import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const wellFormed = /^[\w.:-]{1,128}$/
const given = new WeakMap<object, string>()

/** The client's X-Request-Id if it is well-formed, otherwise a new one; the same for each call. */
export function getRequestId(request: Pick<IncomingMessage, 'headers'>): string {
  const known = given.get(request)
  if (known) return known
  const named = request.headers['x-request-id']
  const id = typeof named === 'string' && wellFormed.test(named) ? named : randomUUID()
  given.set(request, id)
  return id
}
