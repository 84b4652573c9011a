import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { AdmissionCache } from '#core/access/admission'
import type { RateLimiter } from '#core/access/rate-limiter'
import type { TokenRights } from '#core/access/token-rights'
import type { TokenUseTracker } from '#core/access/token-use-tracker'
import type { Database } from '#core/database/database'
import type { RowQuota } from '#core/database/row-quota'
import type { ConstraintErrors } from '#core/errors/database-error'
import type { Bus } from '#core/events/bus'
import type { EventTails } from '#core/events/event-tails'
import type { EventVisibility } from '#core/events/event-visibility'
import type { Snapshot } from '#core/events/snapshot'
import type { Jobs } from '#core/jobs/jobs'
import type { DiskWatch } from '#core/runtime/disk-space'
import type { FairQueue } from '#core/runtime/fair-queue'
import type { Secrets } from '#core/runtime/secret-key'
import type { Storage } from '#core/storage/storage'
import type { Bilingual } from '#core/text/language'
import type { Threads } from '#core/threads/threads'
import type { Clock } from '#core/time/clock'
import type { EventResource } from '../../events.ts'
import type { Context } from './context.ts'
import type { SearchableTable } from './searchable-table.ts'
import type { Signable } from './signable.ts'

/**
 * The resource as POST and PUT answer it, a list row shows it and an event carries it, rendered from the entity
 * in memory. `resource` is the GraphQL type's name.
 */
export type Represent = (resource: string, entity: object, context: Context) => Promise<Record<string, unknown>>

/** What a feature does where a thing of another one goes, or lets go of what holds on to it. */
export type DeleteHandler = (context: Context, gone: never, more: never) => Promise<unknown>

/** A kind of mail about a thing of a feature: what the feature does where one does not arrive, and how the thing is found. */
export interface UndeliveredHandler {
  /** As a mail calls the thing: without a name or a number. */
  name: Bilingual
  record(context: Context, subjectId: string): Promise<unknown>
  /** Where the thing is in the app, below `/app`; undefined where it is gone. */
  findPath(context: Context, subjectId: string): Promise<string | undefined>
}

/** What every operation may reach; composed once in `app.ts`. Features add theirs by declaration merging there. */
export interface Services extends EventVisibility {
  database: Database
  admissionCache: AdmissionCache
  bus: Bus
  clock: Clock
  /** Whether nothing is mailed: the demo makes up the people it writes of. */
  isSilent: boolean
  represent: Represent
  rateLimiter: RateLimiter
  tokenUses: TokenUseTracker
  /** The address a request or an upgrade comes from. */
  getClientAddress: (request: IncomingMessage) => string
  /** What a violated constraint means to the caller: constraint name → refusal. */
  secrets: Secrets
  eventTails: EventTails
  jobs: Jobs
  storage: Storage
  disk: DiskWatch
  /** Bytes that an organization may store; null for no limit. */
  storageQuota: number | null
  /** Recipients that an organization may mail in an hour; 0 for no limit. */
  mailLimit: number
  rowQuota: RowQuota
  threads: Threads
  responseMemory: FairQueue
  log: Logger
  /** The base of links in mail. */
  publicUrl: string
  /** Which private addresses webhooks may call all the same. */
  receivers: { allowPrivateCidrs: readonly string[] }
  tokenRights: TokenRights
  /** What of a resource its events tell, where that is less than what it shows. */
  eventData: Readonly<Partial<Record<EventResource, (data: Snapshot) => Snapshot>>>
  /** What search finds. */
  searchable: readonly SearchableTable[]
  /** What is signed by a link. */
  signable: readonly Signable[]
  /** What features do where a thing of another one goes: entity → effects, in their order. */
  onDelete: Readonly<Record<string, readonly DeleteHandler[]>>
  /** What features do where a mail does not arrive, by the kind of the mail. */
  onUndelivered: Readonly<Record<string, UndeliveredHandler>>
  constraints: ConstraintErrors
}

/**
 * What of it an operation has at hand. What changes anything outside the transaction is not among it: that goes by
 * `Context.runSideEffect`, or follows the commit.
 */
export interface OperationServices
  extends Omit<
    Services,
    | 'admissionCache'
    | 'bus'
    | 'database'
    | 'jobs'
    | 'responseMemory'
    | 'tokenUses'
    | 'rateLimiter'
    | 'storage'
    | 'eventTails'
  > {
  database: Pick<Database, 'orm'>
  storage: Pick<Storage, 'get' | 'size' | 'read' | 'exists' | 'list' | 'signedUrl'>
}
