import { Extensions } from 'type-graphql'

/** Every error token, by its status, and what it says: contract §5. */
export const refusals = {
  400: {
    invalid_json: 'The body is not JSON.',
    validation_failed: 'A required field is missing.',
    bad_request: 'The request cannot be read.',
  },
  401: { unauthorized: 'The token is missing or not valid.' },
  403: { forbidden: 'The token may not do this.' },
  404: { not_found: 'There is no such thing, or it belongs to another organization.' },
  405: { method_not_allowed: 'The path does not have this method; Allow names those it has.' },
  408: { request_timeout: 'The request came too slowly.' },
  409: {
    conflict: 'Something else stands against it.',
    invalid_state: 'The state of the resource forbids it.',
    request_in_progress: 'The first request with this Idempotency-Key is still running.',
    email_taken: 'The address belongs to another.',
    slug_taken: 'The slug belongs to another.',
    client_in_use: 'Something refers to the client.',
    invoice_locked: 'A document that was sent does not change.',
    slot_unavailable: 'The time is no longer free.',
  },
  410: { expired: 'The link is past its time, revoked or spent.' },
  412: { precondition_failed: 'The resource has changed since the version in If-Match.' },
  413: { payload_too_large: 'The body is too large.' },
  415: { unsupported_media_type: 'The content type is not accepted.' },
  422: {
    validation_failed: 'A value is not valid; `field` names it.',
    idempotency_key_reused: 'The Idempotency-Key came with another body before.',
    query_too_expensive: 'The answer would be too large; shorter pages make it smaller.',
  },
  431: { headers_too_large: 'The headers are too large.' },
  429: { rate_limited: 'Too many requests; Retry-After says when to come back.' },
  500: { internal_error: 'An error on our side.' },
  503: {
    unavailable: 'The service is not available right now; Retry-After says when to come back.',
    document_damaged: 'The archived document is not as it was archived; it is never handed out changed.',
  },
} as const satisfies Record<number, Record<string, string>>

type Refusals = typeof refusals
export type RefusalCode = { [Status in keyof Refusals]: keyof Refusals[Status] }[keyof Refusals] & string

/**
 * Tokens an operation may be refused with beside those that its kind of route always has: `@Refuses('email_taken')`.
 * Tests hold every answer against it.
 */
export const Refuses = (...codes: RefusalCode[]) => Extensions({ refuses: codes })

/** What about a route decides how it may be refused. */
export interface Refusable {
  method: string
  path: string
  isPublic: boolean
  /** An argument outside the path must be sent. */
  requires: boolean
  refuses: readonly RefusalCode[]
}

/** The statuses a route may refuse with, and the tokens of each; in ascending order. */
export function refusalsOf({ method, path, isPublic, requires, refuses }: Refusable): Map<number, RefusalCode[]> {
  const writes = method !== 'GET'
  const isNamed = path.includes('{')
  const isRepeatable = !isPublic && (method === 'POST' || method === 'PATCH')
  const always: [number, RefusalCode | false][] = [
    [400, writes && 'invalid_json'],
    [400, (requires || (writes && method !== 'DELETE')) && 'validation_failed'],
    [400, 'bad_request'],
    [401, 'unauthorized'],
    [403, !isPublic && 'forbidden'],
    [404, isNamed && 'not_found'],
    [405, 'method_not_allowed'],
    [408, writes && 'request_timeout'],
    [409, writes && 'conflict'],
    [409, writes && isNamed && 'invalid_state'],
    [409, isRepeatable && 'request_in_progress'],
    [412, writes && method !== 'POST' && 'precondition_failed'],
    [413, writes && 'payload_too_large'],
    [415, writes && 'unsupported_media_type'],
    [422, 'validation_failed'],
    [422, isRepeatable && 'idempotency_key_reused'],
    [422, !writes && 'query_too_expensive'],
    [429, 'rate_limited'],
    [431, 'headers_too_large'],
    [500, 'internal_error'],
    [503, 'unavailable'],
  ]
  const own = refuses.map((code): [number, RefusalCode] => [statusOf(code), code])
  const found = new Map<number, RefusalCode[]>()
  for (const [status, code] of [...always, ...own].toSorted(([a], [b]) => a - b)) {
    const codes = found.get(status) ?? []
    if (code && !codes.includes(code)) found.set(status, [...codes, code])
  }
  return found
}

const statusOf = (code: RefusalCode) => Number(Object.entries(refusals).find(([, codes]) => code in codes)?.[0])

/** What a token says under a status. */
export const meaningOf = (status: number, code: RefusalCode): string =>
  (refusals as Record<number, Record<string, string>>)[status]?.[code] ?? ''
