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

/** What a subscription's source works with: no transaction, for it lives longer than any. */
export interface SocketContext {
  services: Services
  organizationId: string
  caller: Caller
  credentials: Credentials
  /** The caller as the database knows them now: ask before each delivery. */
  callerNow(): Promise<Caller>
  /** Aborted when the client unsubscribes or the socket closes. */
  signal: AbortSignal
  /** Of the event that the source gave last; undefined before it has given any. */
  sequence?: number
}

/** How long a result may wait for its client to read it; then the socket is closed, and the client resumes with `after`. */
const maxReadDelayMs = 5_000

/** A socket whose token is admitted. */
export interface SocketSession extends AdmittedMember {
  credentials: Credentials
  bearer: Bearer
  subscriptions: number
  /** Subscriptions asked for beyond what a socket has. */
  refused: number
  waiting: number
  /** Ends its subscriptions when the socket is closed from here: its client may take half a minute to notice, or what it has to read first. */
  endings: Set<() => void>
  /** Closes the socket of a client that does not read, or to whom nothing can be told now: it resumes by `after`. */
  drop(reason: string): void
  /** Closes the socket of a token that is no longer valid. */
  refuse(): void
  /** Calls back once the client has what is sent to it now; one that takes it too slowly is cut off. */
  onceDelivered(delivered: () => void): void
}

export const isUnauthorized = (error: unknown) => error instanceof Problem && error.status === 401

/** Whose sockets and subscriptions are counted together, whatever tokens they use: one member leaves the others of an organization room. */
export const getMemberKey = ({ organizationId, caller }: AdmittedMember) => `${organizationId}/${caller.id}`

/** Brings a session up to date with what its token may now, and closes the socket where that is nothing, or unknown. */
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

/** Seconds after which a subscription may have ended. */
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

/** What a source throws is answered as `error`, and nothing after it. */
async function* rejectSource(problem: Problem): AsyncGenerator<never> {
  yield Promise.reject(problem)
}

/** Weight of the documents that an organization subscribes to, each counted once: about 20 MB. */
const maxHeldWeight = 20_000

/** Documents that subscriptions keep in memory, whatever else is forgotten. */
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
  /** How many each organization and each member has. */
  subscribed: KeyedCounter
  heldDocuments: HeldDocuments
  shareResult: ReturnType<typeof createEventResultCache>
  /** Places for answers from their making until their client has them. */
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
          // The next answer is asked for when this one has left: no more than one waits here for its client.
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
  // A source that waits for news is woken by the abort: `return` alone would wait for its next event. Of a generator that was never
  // started, as where a client completes at once, `return` runs no `finally`.
  const close = answers.return.bind(answers)
  answers.return = (value) => {
    leave()
    return close(value)
  }
  return answers
}
