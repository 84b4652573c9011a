import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { rateLimitExceeded } from '#core/access/rate-limiter'
import type { PartitionedTable } from '#core/database/partitions'
import { select } from '#core/database/select'
import { conflict, invalidField, Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { formatMatchedPath } from './path.ts'

export interface RestResponse {
  status: number
  /** JSON text; null if there is none. */
  body: string | null
  /** The version of the resource. */
  etag?: string | undefined
  replayed?: boolean
}

/** The version of a resource for its ETag; lists have none. */
export const versionEtag = (represented: unknown) => (represented as { version?: number } | null)?.version?.toString()

const purpose = 'idempotency'

/** Responses up to this size are stored without being counted. */
const uncountedKilobytes = 16

interface Stored {
  fingerprint: Buffer
  status: number
  body: Buffer | null
}

/** Runs the request once per `Idempotency-Key`, if it has one. `body` must be the same when it is repeated. */
export async function runIdempotent(
  context: Context,
  request: FastifyRequest,
  body: unknown,
  work: () => Promise<RestResponse>,
): Promise<RestResponse> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return work()
  if (key.length < 1 || key.length > 255) throw badKey()
  return once(context, key, `${request.method} ${formatMatchedPath(request)}`, body, work)
}

/**
 * Runs an operation once per `Idempotency-Key`, in the operation's own transaction: the stored response is committed with the
 * change, and a crash leaves nothing behind. Only successes are stored, encrypted, for 24 hours. The scope is token, method and
 * path; for browsers it is the member, who may have to sign in again before repeating a lost request. 429 if the organization
 * has stored too many large responses within a minute.
 */
async function once(
  context: Context,
  key: string,
  route: string,
  body: unknown,
  work: () => Promise<RestResponse>,
): Promise<RestResponse> {
  const scope = context.isSession ? context.member.id : context.member.tokenId
  const digest = createHash('sha256').update(`${scope} ${route} ${key}`).digest()
  // Includes the role because it determines the response. An unkeyed hash would allow guessing passwords in the body.
  const asked = `${context.member.role} ${canonical(body)}`
  const { organizationId, services } = context
  const { secrets } = services
  const [lock] = await context.query<{ free: boolean }>(
    select`pg_try_advisory_xact_lock(${digest.readBigInt64BE().toString()}::bigint) as free`,
  )
  if (!lock?.free) throw inProgress()
  const [stored] = await context.query<Stored>(
    select`fingerprint, status, body from idempotency_keys
        where organization_id = ${organizationId} and digest = ${digest} and created_at > now() - interval '24 hours'`,
  )
  if (stored) {
    if (!secrets.verify(asked, stored.fingerprint.toString('base64url'), purpose)) throw reused()
    const text = stored.body && secrets.open(stored.body, purpose)
    return { status: stored.status, body: text, etag: text ? versionEtag(JSON.parse(text)) : undefined, replayed: true }
  }
  const answer = await work()
  const kilobytes = Math.ceil((answer.body?.length ?? 0) / 1024)
  if (kilobytes > uncountedKilobytes) {
    const standing = await context.runSideEffect(({ rateLimiter }) =>
      rateLimiter.countStoredResponse(organizationId, kilobytes),
    )
    if (!standing.allowed) throw rateLimitExceeded(standing)
  }
  const sealed = answer.body === null ? null : secrets.seal(answer.body, purpose)
  const fingerprint = Buffer.from(secrets.sign(asked, purpose), 'base64url')
  await context.write(
    sql`insert into idempotency_keys (organization_id, digest, fingerprint, status, body, created_at)
        values (${organizationId}, ${digest}, ${fingerprint}, ${answer.status}, ${sealed}, now())`,
  )
  return answer
}

/** The lock of the key makes sure that a response is stored once. */
export const idempotencyKeysTable: PartitionedTable = {
  table: 'idempotency_keys',
  column: 'created_at',
  unit: 'day',
  retentionMs: 24 * 60 * 60 * 1000,
}

/** JSON with sorted keys, so that formatting does not matter. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? ''

const inProgress = () => conflict('request_in_progress')

const reused = () => new Problem(422, 'idempotency_key_reused')

const badKey = () =>
  invalidField('Idempotency-Key', { de: 'muss 1 bis 255 Zeichen lang sein', en: 'must be 1 to 255 characters long' })
