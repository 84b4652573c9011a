import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { limitReached } from '#core/access/rate'
import type { PartitionedTable } from '#core/database/partitions'
import { select } from '#core/database/select'
import { conflict, invalidField, Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { formatMatchedPath } from './path.ts'

/** What a REST operation answers. */
export interface RestResponse {
  status: number
  /** JSON text; null where there is none. */
  body: string | null
  /** The version of the resource. */
  etag?: string | undefined
  replayed?: boolean
}

/** The version of a represented resource, for its ETag; a list has none. */
export const versionEtag = (represented: unknown) => (represented as { version?: number } | null)?.version?.toString()

const purpose = 'idempotency'

/** Kilobytes that are kept of an answer without counting them. */
const uncountedKilobytes = 16

interface Stored {
  fingerprint: Buffer
  status: number
  body: Buffer | null
}

/** Runs the work of a request once for its `Idempotency-Key`, where it has one; `body` is what must then be the same. */
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
 * Runs an operation once for its `Idempotency-Key`, inside the operation's own transaction: what is stored is
 * committed with what was done, and nothing is left to clean up after a crash. Only successes are stored. Where an organization has had
 * too many large answers kept in the last minute, nothing is done and the request is 429.
 * Scope: token, method and path; kept for 24 hours, sealed. A browser's scope is its member, who may have to sign in anew
 * before an answer that was lost is asked for again.
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
  // With another role the same request asks for something else: what it may read, and so what it answers.
  // The body may hold a password: by a hash without a key, whoever has the database could guess it.
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
    const standing = await context.effect(({ rate }) => rate.countKept(organizationId, kilobytes))
    if (!standing.allowed) throw limitReached(standing)
  }
  const sealed = answer.body === null ? null : secrets.seal(answer.body, purpose)
  const fingerprint = Buffer.from(secrets.sign(asked, purpose), 'base64url')
  await context.write(
    sql`insert into idempotency_keys (organization_id, digest, fingerprint, status, body, created_at)
        values (${organizationId}, ${digest}, ${fingerprint}, ${answer.status}, ${sealed}, now())`,
  )
  return answer
}

/** That an answer is stored once is held by the lock of its key. */
export const idempotencyKeysTable: PartitionedTable = {
  table: 'idempotency_keys',
  column: 'created_at',
  unit: 'day',
  keptFor: 24 * 60 * 60 * 1000,
}

/** The body with its keys in order: the same request, however it was written down. */
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
