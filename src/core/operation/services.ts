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

/** Renders a resource from its entity as POST, PUT, lists and events show it. `resource` is the GraphQL type. */
export type Represent = (resource: string, entity: object, context: Context) => Promise<Record<string, unknown>>

/** A feature's reaction to deleting another feature's entity. */
export type DeleteHandler = (context: Context, gone: never, more: never) => Promise<unknown>

/** A kind of mail, and how its feature reacts to failed delivery. */
export interface UndeliveredHandler {
  /** Generic term for the mail's subject, without a name or number. */
  name: Bilingual
  record(context: Context, subjectId: string): Promise<unknown>
  /** Path below `/app`; undefined if the subject is deleted. */
  findPath(context: Context, subjectId: string): Promise<string | undefined>
}

/** Composed once in `app.ts`. Features add theirs by declaration merging there. */
export interface Services extends EventVisibility {
  database: Database
  admissionCache: AdmissionCache
  bus: Bus
  clock: Clock
  /** Sends no mail, as in the demo, whose recipients are invented. */
  isSilent: boolean
  represent: Represent
  rateLimiter: RateLimiter
  tokenUses: TokenUseTracker
  getClientAddress: (request: IncomingMessage) => string
  secrets: Secrets
  eventTails: EventTails
  jobs: Jobs
  storage: Storage
  disk: DiskWatch
  /** Bytes per organization; null for no limit. */
  storageQuota: number | null
  /** Recipients per organization and hour; 0 for no limit. */
  mailLimit: number
  rowQuota: RowQuota
  threads: Threads
  responseMemory: FairQueue
  log: Logger
  publicUrl: string
  /** Private networks that webhooks may call. */
  receivers: { allowPrivateCidrs: readonly string[] }
  tokenRights: TokenRights
  /** Reduces a snapshot to what events contain; by default all of it. */
  eventData: Readonly<Partial<Record<EventResource, (data: Snapshot) => Snapshot>>>
  searchable: readonly SearchableTable[]
  signable: readonly Signable[]
  /** Handlers by entity, in order. */
  onDelete: Readonly<Record<string, readonly DeleteHandler[]>>
  /** Handlers by kind of mail. */
  onUndelivered: Readonly<Record<string, UndeliveredHandler>>
  constraints: ConstraintErrors
}

/**
 * Services within an operation, without those with effects outside the transaction: these need `Context.runSideEffect` or `afterCommit`.
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
