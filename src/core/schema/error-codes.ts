import { Extensions } from 'type-graphql'
import { type ErrorCode, errors } from '#core/errors/problem'

/** Additional error codes of an operation: `@Refuses('email_taken')`. Tests compare them with actual responses. */
export const Refuses = (...codes: ErrorCode[]) => Extensions({ refuses: codes })

/** Properties of a route that determine its possible errors. */
export interface ErrorConditions {
  method: string
  path: string
  isPublic: boolean
  /** Supports If-Match. */
  isForOneVersion: boolean
  /** Has a required argument outside of the path. */
  requires: boolean
  refuses: readonly ErrorCode[]
}

/** Possible error codes by status, in ascending order. */
export function listErrorCodes({
  method,
  path,
  isPublic,
  isForOneVersion,
  requires,
  refuses,
}: ErrorConditions): Map<number, ErrorCode[]> {
  const writes = method !== 'GET' && method !== 'HEAD'
  const isNamed = path.includes('{')
  const isRepeatable = !isPublic && (method === 'POST' || method === 'PATCH')
  const always: [number, ErrorCode | false][] = [
    [400, writes && 'invalid_json'],
    [400, (requires || (writes && method !== 'DELETE')) && 'validation_failed'],
    [400, 'bad_request'],
    [401, !isPublic && 'unauthorized'],
    [403, !isPublic && 'forbidden'],
    [404, isNamed && 'not_found'],
    [405, 'method_not_allowed'],
    [408, writes && 'request_timeout'],
    [409, writes && 'conflict'],
    [409, writes && isNamed && 'invalid_state'],
    [409, isRepeatable && 'request_in_progress'],
    [412, isForOneVersion && 'precondition_failed'],
    [413, writes && 'payload_too_large'],
    [415, writes && 'unsupported_media_type'],
    [422, 'validation_failed'],
    [422, isRepeatable && 'idempotency_key_reused'],
    [422, !writes && 'query_too_expensive'],
    [429, 'rate_limited'],
    [431, 'headers_too_large'],
    [500, 'internal_error'],
    [503, 'unavailable'],
    [503, 'disk_full'],
  ]
  const own = refuses.map((code): [number, ErrorCode] => [statusOf(code), code])
  const found = new Map<number, ErrorCode[]>()
  for (const [status, code] of [...always, ...own].toSorted(([a], [b]) => a - b)) {
    const codes = found.get(status) ?? []
    if (code && !codes.includes(code)) found.set(status, [...codes, code])
  }
  return found
}

const statusOf = (code: ErrorCode) => Number(Object.entries(errors).find(([, codes]) => code in codes)?.[0])
