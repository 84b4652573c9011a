import { createSourceEventStream, type DocumentNode, type ExecutionArgs, type ExecutionResult } from 'graphql'
import type { Bearer } from '#core/access/bearer'
import { Problem, unauthorized } from '#core/errors/problem'
import { type Caller, toCaller } from '#core/operation/actor'
import type { AdmittedMember, Credentials } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import type { EventLoopTurns, FairQueue, Release } from '#core/runtime/fair-queue'
import { createKeyedCounter, type KeyedCounter } from '#core/runtime/keyed-counter'
import { getMemoryKey } from '#core/runtime/response-memory'
import { traceRootSpan } from '#core/runtime/tracing'
import { limits } from '#core/schema/limits'
import { getDocumentWeight } from './document-cache.ts'
import type { createEventResultCache } from './event-result-cache.ts'
import { checkSubscription, executeForEvent } from './execute.ts'

/** Context of a subscription's source, which outlives any transaction. */
export interface SocketContext {
  services: Services
  organizationId: string
  caller: Caller
  credentials: Credentials
  /** The caller with current rights: call it before each delivery. */
  callerNow(): Promise<Caller>
  /** Aborted when the subscription or socket ends. */
  signal: AbortSignal
  /** Sequence of the last event. */
  sequence?: number
}

/** How long a result may wait for its client to read it; then the socket is closed, and the client resumes with `after`. */
const maxReadDelayMs = 5_000

/** A socket whose token is admitted. */
export interface SocketSession extends AdmittedMember {
  credentials: Credentials
  bearer: Bearer
  subscriptions: number
  /** Rejected subscriptions. */
  refused: number
  waiting: number
  /** Ends subscriptions at once; the client may take half a minute to notice a close. */
  endings: Set<() => void>
  /** Closes a slow socket, or one that cannot be served now; its client resumes with `after`. */
  drop(reason: string): void
  /** Closes the socket of an invalid token. */
  refuse(): void
  /** Calls back once the client has received everything; slow clients are terminated. */
  onceDelivered(delivered: () => void): void
}

export const isUnauthorized = (error: unknown) => error instanceof Problem && error.status === 401

/** Key for limits per member, whatever tokens they use. */
export const getMemberKey = ({ organizationId, caller }: AdmittedMember) => `${organizationId}/${caller.id}`

/** Updates the session's rights, and closes the socket if they are gone or unknown. */
async function refreshCaller({ tokenRights }: Services, session: SocketSession): Promise<Caller> {
  try {
    const now = await tokenRights.load(session.organizationId, session.caller.tokenId)
    if (!now) throw unauthorized()
    session.organizationLanguage = now.organizationLanguage
    session.caller = toCaller(now)
    return session.caller
  } catch (error) {
    if (isUnauthorized(error)) session.refuse()
    else session.drop('The service is not available')
    throw error
  }
}

const retryAfterSeconds = 30

const subscriberNames = {
  socket: { de: 'Eine Verbindung', en: 'A socket' },
  member: { de: 'Ein Mitglied', en: 'A member' },
  organization: { de: 'Eine Organisation', en: 'An organization' },
}

const tooManySubscriptions = (of: keyof typeof subscriberNames, most: number) =>
  Object.assign(
    new Problem(429, 'rate_limited', {
      de: `${subscriberNames[of].de} hat höchstens ${most} Subscriptions.`,
      en: `${subscriberNames[of].en} has ${most} subscriptions at most.`,
    }),
    { retryAfter: retryAfterSeconds },
  )

/** Errors of a source are sent as `error` and end the subscription. */
async function* rejectSource(problem: Problem): AsyncGenerator<never> {
  yield Promise.reject(problem)
}

/** Weight of an organization's subscribed documents, each counted once: about 20 MB. */
const maxHeldWeight = 20_000

/** Documents that subscriptions keep in memory. */
export interface HeldDocuments {
  fits(organizationId: string, document: DocumentNode): boolean
  count(organizationId: string, document: DocumentNode, change: 1 | -1): void
}

export function createHeldDocuments(): HeldDocuments {
  const weights = createKeyedCounter()
  const held = new Map<DocumentNode, { organizationId: string; count: number }>()
  return {
    fits: (organizationId, document) =>
      held.has(document) || weights.count(organizationId) + getDocumentWeight(document) <= maxHeldWeight,
    count(organizationId, document, change) {
      const known = held.get(document) ?? { organizationId, count: 0 }
      if (known.count === 0) {
        held.set(document, known)
        weights.add(organizationId, getDocumentWeight(document))
      }
      known.count += change
      if (known.count > 0) return
      held.delete(document)
      weights.add(known.organizationId, -getDocumentWeight(document))
    },
  }
}

/** Shared by all subscriptions of a process. */
export interface SubscriptionState {
  services: Services
  turns: EventLoopTurns
  /** Subscriptions per organization and member. */
  subscribed: KeyedCounter
  heldDocuments: HeldDocuments
  shareResult: ReturnType<typeof createEventResultCache>
  /** Slots for results, from computing until the client has them. */
  sending: FairQueue
}

/** The results of one subscription: one per event of its source. Subscriptions of the same document and rights share them. */
export async function subscribe(
  { services, turns, subscribed, heldDocuments, shareResult, sending }: SubscriptionState,
  args: ExecutionArgs,
): Promise<AsyncGenerator<ExecutionResult> | ExecutionResult> {
  const session = args.contextValue as SocketSession
  const { organizationId } = session
  const { subscriptionsPerSocket, subscriptionsPerMember, subscriptionsPerOrganization } = limits
  if (session.subscriptions >= subscriptionsPerSocket) {
    session.refused += 1
    if (session.refused > subscriptionsPerSocket) session.drop('You ask for too many subscriptions')
    return rejectSource(tooManySubscriptions('socket', subscriptionsPerSocket))
  }
  if (subscribed.count(getMemberKey(session)) >= subscriptionsPerMember)
    return rejectSource(tooManySubscriptions('member', subscriptionsPerMember))
  if (subscribed.count(organizationId) >= subscriptionsPerOrganization)
    return rejectSource(tooManySubscriptions('organization', subscriptionsPerOrganization))
  if (!heldDocuments.fits(organizationId, args.document))
    return rejectSource(tooManySubscriptions('organization', subscriptionsPerOrganization))
  const count = (change: 1 | -1) => {
    session.subscriptions += change
    subscribed.add(organizationId, change)
    subscribed.add(getMemberKey(session), change)
    heldDocuments.count(organizationId, args.document, change)
  }
  count(1)
  const ended = new AbortController()
  const callerNow = () => refreshCaller(services, session)
  const context: SocketContext = { services, ...session, callerNow, signal: ended.signal }
  const source = (await checkSubscription(args)) ?? (await createSourceEventStream({ ...args, contextValue: context }))
  if (!(Symbol.asyncIterator in source)) {
    count(-1)
    return source
  }
  let readTimeout: NodeJS.Timeout | undefined
  let release: Release = () => {}
  const end = () => {
    ended.abort()
    release()
  }
  session.endings.add(end)
  const leave = () => {
    clearTimeout(readTimeout)
    ended.abort()
    if (session.endings.delete(end)) count(-1)
  }
  const answers = (async function* () {
    try {
      for await (const event of source) {
        await turns.next(organizationId)
        release = await sending.acquire(getMemoryKey(session.bearer))
        try {
          if (ended.signal.aborted) return
          const compute = () =>
            traceRootSpan(
              () => ({ name: 'subscription answer' }),
              undefined,
              () => executeForEvent(services, session, args, event),
            )
          const answer = await (context.sequence === undefined
            ? compute()
            : shareResult(context.sequence, session, args, compute))
          // The next result is computed only after this one is sent.
          readTimeout = setTimeout(session.drop, maxReadDelayMs, 'You read too slowly')
          yield answer
          clearTimeout(readTimeout)
        } finally {
          release()
        }
      }
    } finally {
      leave()
    }
  })()
  // Abort wakes a waiting source; `return` alone would wait for its next event. `return` runs no `finally` of a generator that never
  // started, as when the client completes at once.
  const close = answers.return.bind(answers)
  answers.return = (value) => {
    leave()
    return close(value)
  }
  return answers
}
