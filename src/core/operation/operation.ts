import type { IncomingMessage } from 'node:http'
import { type Admission, isOutdatedAdmission } from '#core/access/admission'
import type { Bearer } from '#core/access/bearer'
import { appendAuditEntries } from '#core/audit/chain'
import { noId } from '#core/database/entity'
import { select } from '#core/database/select'
import type { Transaction } from '#core/database/transaction'
import { translateDatabaseError } from '#core/errors/database-error'
import { unauthorized } from '#core/errors/problem'
import { MemorySlot, MemoryUnavailable } from '#core/runtime/response-memory'
import { traceSpan } from '#core/runtime/tracing'
import type { Language } from '#core/text/language'
import { type Actor, type Caller, toCaller } from './actor.ts'
import { Context } from './context.ts'
import { OperationRuns, RerunRequired } from './operation-runs.ts'
import type { SetSessionCookie } from './request-context.ts'
import type { Services } from './services.ts'

/** Who asks, and in which language; read from the request once, for every transport. */
export interface Credentials {
  /** Null where the request carries no token; a malformed one is refused before. */
  bearer: Bearer | null
  language: Language | null
  /** Where it comes from. */
  request?: IncomingMessage
  /** The memorySlot at the memory of a request, which keeps it until its answer is sent; an operation's own unless given. */
  memorySlot?: MemorySlot
  /** Whether the token is the session of a browser. */
  isSession?: boolean
  /** Whether nobody asks for it: it is no use of the session, which would never be idle in a browser that was left open. */
  isUnattended?: boolean | undefined
  /** Whether it comes by an address that was signed for a browser. */
  isTicket?: boolean
  /** Whom the page that sends it is shown to: a session that is another's by now is refused. */
  expectedMemberId?: string | undefined
  /** Whether another site could have had a browser send it: then it changes nothing. */
  isForgeable?: boolean
  /** Has whoever asks keep a session's secret, or forget the one they have (null); absent where there is no cookie to set. */
  setSessionCookie?: SetSessionCookie
  /** What a browser keeps of somebody having signed in with it before. */
  device?: string | null
}

/**
 * One operation, one transaction: opens it, sets the organization, runs the work, writes the events, commits and
 * notifies. Whatever throws undoes all of it. The token is looked up by the same statement that sets the
 * organization, in every operation: one that is revoked is refused at the next request. What was said of it last time
 * is assumed until that answer comes; where it has changed, the work is undone and run once more. So what `work` does
 * outside the transaction goes by `context.runSideEffect`, which waits for that answer.
 */
export async function operate<T>(
  services: Services,
  {
    bearer,
    language,
    request,
    memorySlot,
    isSession = false,
    isTicket = false,
    isUnattended = false,
    expectedMemberId,
    setSessionCookie,
    device = null,
  }: Credentials,
  mode: 'read' | 'write',
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const open = async (transaction: Transaction, runs: OperationRuns) => {
    const json = bearer && (await enter(services, transaction, bearer))
    const admission = json ? (JSON.parse(json) as Admission) : null
    if (bearer && (!admission || (expectedMemberId !== undefined && admission.memberId !== expectedMemberId)))
      throw unauthorized()
    if (bearer && admission && !isUnattended)
      services.tokenUses.note(
        bearer.organizationId,
        admission.tokenId,
        request ? services.getClientAddress(request) : '',
      )
    return new Context({
      transaction,
      services,
      runs,
      requestedLanguage: language,
      request,
      isSession,
      isBrowser: isSession || isTicket,
      device,
      setSessionCookie,
      organizationLanguage: admission?.organizationLanguage ?? 'de',
      caller: admission && toCaller(admission),
    })
  }
  if (mode === 'write') services.disk.assertRoomForWrites()
  try {
    return await transact(services, memorySlot, mode, bearer?.organizationId ?? '', work, open)
  } catch (error) {
    if (!bearer || !isOutdatedAdmission(error)) throw error
    services.admissionCache.delete(bearer)
    return transact(services, memorySlot, mode, bearer.organizationId, work, open)
  }
}

/** An operation that the service does by itself in one organization: a due date passes, a job is run. */
export function operateAsSystem<T>(
  services: Services,
  organizationId: string,
  work: (context: Context) => Promise<T>,
  actor: Actor = { type: 'system', id: null, name: 'Kontor' },
): Promise<T> {
  return transact(services, undefined, 'write', organizationId, work, async (transaction, runs) => {
    transaction.enter(organizationId, select`set_org(${organizationId}::uuid)`)
    return new Context({
      transaction,
      services,
      runs,
      requestedLanguage: null,
      organizationLanguage: 'de',
      caller: null,
      actor,
    })
  })
}

/** Reads for a member who asked a while ago: with what they may read now, and without a token. 401 where they have left. */
export function readAsMember<T>(
  services: Services,
  organizationId: string,
  memberId: string,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  return transact(services, undefined, 'read', organizationId, work, async (transaction, runs) => {
    transaction.enter(organizationId, select`set_org(${organizationId}::uuid)`)
    const [member] = await transaction.query<
      Pick<Caller, 'name' | 'role'> & { own: Language | null; others: Language }
    >(
      select`m.name, m.role, m.language as own, o.default_language as others
          from members m join organizations o on o.id = m.organization_id
          where m.organization_id = ${organizationId} and m.id = ${memberId} and (o.ended_at is null or m.role = 'owner')`,
    )
    if (!member) throw unauthorized()
    const { name, role, own, others } = member
    return new Context({
      transaction,
      services,
      runs,
      requestedLanguage: own,
      organizationLanguage: others,
      caller: { type: 'user', id: memberId, name, role, tokenId: noId, scope: 'read' },
    })
  })
}

/** Whom a socket was admitted as; its token is looked up again every few seconds. */
export interface AdmittedMember {
  organizationId: string
  organizationLanguage: Language
  caller: Caller
}

/** What a subscription shows of an event, to whom its socket was admitted as: the database is asked only where a field asks it. */
export function operateForSubscription<T>(
  services: Services,
  { organizationId, organizationLanguage, caller }: AdmittedMember,
  requestedLanguage: Language | null,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  return transact(services, undefined, 'live', organizationId, work, async (transaction, runs) => {
    transaction.enterOnOpen(organizationId, select`set_org(${organizationId}::uuid)`)
    return new Context({ transaction, services, runs, requestedLanguage, organizationLanguage, caller })
  })
}

/** What a transaction is made of: how it begins, for whom, what it does, and by whose name. */
type Parts<T> = [
  mode: 'read' | 'write' | 'live',
  organizationId: string,
  work: (context: Context) => Promise<T>,
  open: (transaction: Transaction, runs: OperationRuns) => Promise<Context>,
]

/**
 * An operation is undone and run once more where it reads much while others do, in its turn, and where it needs what takes
 * long, which is made in between.
 */
function transact<T>(services: Services, given: MemorySlot | undefined, ...parts: Parts<T>): Promise<T> {
  const [mode, organizationId] = parts
  return traceSpan(
    () => ({
      name: 'operation',
      attributes: {
        'kontor.operation.mode': mode,
        ...(organizationId && { 'kontor.organization.id': organizationId }),
      },
    }),
    () => transactRepeatedly(services, given, ...parts),
  )
}

async function transactRepeatedly<T>(
  services: Services,
  given: MemorySlot | undefined,
  ...parts: Parts<T>
): Promise<T> {
  const [, organizationId] = parts
  const memorySlot = given ?? new MemorySlot(services.responseMemory, organizationId)
  const runs = new OperationRuns()
  try {
    for (;;)
      try {
        return await transactOnce(services, memorySlot, runs, ...parts)
      } catch (error) {
        if (!(error instanceof MemoryUnavailable || runs.mustRerun)) throw error
        await runs.awaitPreparations()
        if (error instanceof MemoryUnavailable) await memorySlot.take()
      }
  } finally {
    runs.end()
    if (!given) memorySlot.release()
  }
}

async function transactOnce<T>(
  services: Services,
  memorySlot: MemorySlot,
  runs: OperationRuns,
  ...[mode, organizationId, work, open]: Parts<T>
): Promise<T> {
  try {
    const { database } = services
    const transaction =
      mode === 'live'
        ? database.beginLazily(organizationId, memorySlot)
        : await database.begin(mode, organizationId, memorySlot)
    try {
      const context = await open(transaction, runs)
      const result = await work(context)
      // Whoever has caught it cannot go on without what is to be made.
      if (runs.mustRerun) throw new RerunRequired()
      const events = mode === 'write' ? await context.recorder.buildStatements(context) : []
      const entries = appendAuditEntries(transaction.organizationId, context.auditor.buildEntries(context))
      if (context.caller) await services.rowQuota(transaction)
      await transaction.commit([...entries, ...events])
      if (events.length) services.bus.notify(transaction.organizationId)
      context.runAfterCommit()
      return result
    } catch (error) {
      throw (await transaction.rollback()) ?? error
    }
  } catch (error) {
    throw translateDatabaseError(error, services.constraints)
  }
}

/** Sets the organization and looks the token up; answers at once where it is known from before, and null where it is none. */
async function enter({ admissionCache }: Services, transaction: Transaction, bearer: Bearer): Promise<string | null> {
  const assumed = admissionCache.get(bearer) ?? null
  const { organizationId, hash } = bearer
  const answer = transaction.enter<{ json: string | null }>(
    organizationId,
    select`enter(${organizationId}::uuid, ${hash}::bytea, ${assumed}::text) as json`,
  )
  if (assumed) return assumed
  const [{ json } = { json: null }] = await answer
  if (json) admissionCache.set(bearer, json)
  return json
}
