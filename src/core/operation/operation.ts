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

/** Authentication and language of a request, the same for every transport. */
export interface Credentials {
  /** Null without a token; malformed tokens are rejected before. */
  bearer: Bearer | null
  language: Language | null
  request?: IncomingMessage
  /** Shared with the response, which holds it until sent. By default each operation has its own. */
  memorySlot?: MemorySlot
  /** The token is a browser session. */
  isSession?: boolean
  /** An automatic request, such as a check of a socket; it does not keep the session from becoming idle. */
  isUnattended?: boolean | undefined
  /** Authenticated by a signed URL for browsers. */
  isTicket?: boolean
  /** Member whom the sending page shows; 401 if the session belongs to another one by now. */
  expectedMemberId?: string | undefined
  /** Could be sent by another site (CSRF), so it must not change anything. */
  isForgeable?: boolean
  /** Undefined if no cookie can be set. */
  setSessionCookie?: SetSessionCookie
  /** Cookie of a browser that has signed in before. */
  device?: string | null
}

/**
 * Runs one operation in one transaction: enters the organization, runs `work`, writes events, commits and notifies; any error rolls
 * everything back. The statement that enters the organization also checks the token, so a revoked token fails at the next request. Until
 * its result arrives, the last known admission is assumed; if that was outdated, the operation is rolled back and run again. Therefore
 * effects outside the transaction must use `context.runSideEffect`, which waits for the result.
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
      tokenHash: bearer?.hash,
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

/** Runs an operation of the service itself, such as a job. */
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

/** Reads with a member's current permissions and without a token, for work requested earlier. 401 if the member has left. */
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

/** The member of an open socket; the token is checked again every few seconds. */
export interface AdmittedMember {
  organizationId: string
  organizationLanguage: Language
  caller: Caller
}

/** Resolves a subscription's event for an admitted member. The transaction only opens if a field queries the database. */
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

type Parts<T> = [
  mode: 'read' | 'write' | 'live',
  organizationId: string,
  work: (context: Context) => Promise<T>,
  open: (transaction: Transaction, runs: OperationRuns) => Promise<Context>,
]

/** Runs an operation again if it had to wait for a memory slot or for preparations. */
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
      // The operation may have caught the error, but cannot continue without the value.
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

/** Enters the organization and checks the token. Returns the cached admission at once, or null for an unknown token. */
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
