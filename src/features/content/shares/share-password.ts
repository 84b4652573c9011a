import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { toRateLimitNetwork } from '#core/access/network'
import { hashPassword, verifyPassword } from '#core/access/password'
import { passwordQueues } from '#core/access/password-queues'
import type { Transaction } from '#core/database/transaction'
import { Problem, rateLimited } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Services } from '#core/operation/services'
import { recordAccess } from './access-log.ts'
import type { ResolvedShare } from './resolve-share.ts'
import { ShareAccessKind } from './share-access.entity.ts'

/** Wrong passwords in 15 minutes, per visitor and in total. */
const maxAttempts = { ofVisitor: 5, ofAll: 25 }
export const attemptWindowMs = 15 * 60_000

/** The key that counts all visitors. */
const everybody = '*'

const keyFor = (what: string, password: string) =>
  `${what} ${createHash('sha256').update(password).digest('base64url')}`

/** Hashes outside of the database connection. */
export const hashSharePassword = (context: Context, password: string): Promise<string> =>
  context.prepareOutside(keyFor('hash', password), () =>
    passwordQueues.ofKnown.run(`${context.organizationId} new`, () => hashPassword(password)),
  )

/**
 * 403 if the password is wrong, 429 after too many wrong ones. Wrong attempts are counted and recorded although the request
 * fails.
 */
export async function assertSharePassword(
  context: Context,
  { id, passwordHash }: Pick<ResolvedShare, 'id' | 'passwordHash'>,
  password: string | null | undefined,
): Promise<void> {
  if (passwordHash === null) return
  if (!password) throw asked()
  const { organizationId, sender } = context
  const outcome = await context.prepareOutside(keyFor(`password ${id}`, password), (services) =>
    tryPassword(services, { organizationId, shareId: id, passwordHash, password, address: sender.address }),
  )
  if (outcome === 'wrong') throw wrong()
  if (outcome !== 'right') throw rateLimited(outcome.retryAfter)
}

interface Try {
  organizationId: string
  shareId: string
  passwordHash: string
  password: string
  address: string
}

/** Counts the attempt before verifying it, so that parallel attempts are limited too; a correct one is refunded. */
function tryPassword(services: Services, { organizationId, shareId, passwordHash, password, address }: Try) {
  const { database, secrets, clock } = services
  const visitor = secrets.sign(`${shareId} ${toRateLimitNetwork(address)}`, 'share visitor')
  const change = <Result>(work: (transaction: Transaction) => Promise<Result>) => database.tenant(organizationId, work)
  const counting = { organizationId, shareId, now: clock.now() }
  /** In the order of counting, to avoid deadlocks. */
  const giveBack = async (transaction: Transaction, ...visitors: string[]) => {
    for (const each of visitors)
      await transaction.write(
        sql`update share_tries set tries = tries - 1
            where organization_id = ${organizationId} and share_id = ${shareId} and visitor = ${each} and tries > 0`,
      )
  }
  return passwordQueues.ofStrangers.run(`${organizationId} ${visitor}`, async () => {
    const refusal = await change(async (transaction) => {
      // A visitor beyond their own limit does not use up the total, and vice versa.
      const own = await countAttempt(transaction, { ...counting, visitor, most: maxAttempts.ofVisitor })
      if (own) return own
      const all = await countAttempt(transaction, { ...counting, visitor: everybody, most: maxAttempts.ofAll })
      if (all) await giveBack(transaction, visitor)
      return all
    })
    if (refusal) return refusal
    const isRight = await verifyPassword(password, passwordHash)
    if (isRight) await change((transaction) => giveBack(transaction, visitor, everybody))
    else
      await change((transaction) =>
        recordAccess(transaction, { shareId, kind: ShareAccessKind.refused, name: null, address, at: clock.now() }),
      )
    return isRight ? ('right' as const) : ('wrong' as const)
  })
}

interface Counted {
  organizationId: string
  shareId: string
  visitor: string
  most: number
  now: Date
}

/** Counts an attempt; returns the waiting time if the limit is reached. */
async function countAttempt(
  transaction: Transaction,
  { organizationId, shareId, visitor, most, now }: Counted,
): Promise<{ retryAfter: number } | null> {
  const [passed, ahead] = [-attemptWindowMs, attemptWindowMs].map((ms) => new Date(now.getTime() + ms))
  const [counted] = await transaction.writeReturning<{ startedAt: string; tries: number }>(
    sql`insert into share_tries as t (organization_id, share_id, visitor, started_at, tries)
        values (${organizationId}, ${shareId}, ${visitor}, ${now}, 1)
        on conflict (organization_id, share_id, visitor) do update set
          started_at = case when t.started_at <= ${passed} or t.started_at > ${ahead} then excluded.started_at else t.started_at end,
          tries = case when t.started_at <= ${passed} or t.started_at > ${ahead} then 1 else least(t.tries, ${most}) + 1 end
        returning started_at as "startedAt", tries`,
  )
  if (!counted || counted.tries <= most) return null
  const ends = new Date(counted.startedAt).getTime() + attemptWindowMs
  return { retryAfter: Math.max(1, Math.ceil((ends - now.getTime()) / 1000)) }
}

const asked = () =>
  new Problem(403, 'forbidden', {
    de: 'Dieser Link ist mit einem Passwort geschützt.',
    en: 'This link is protected by a password.',
  })

const wrong = () => new Problem(403, 'forbidden', { de: 'Das Passwort ist falsch.', en: 'The password is wrong.' })
