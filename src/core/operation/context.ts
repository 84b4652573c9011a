import { type EntityManager, type Loaded, LockMode, type Ref, wrap } from '@mikro-orm/postgresql'
import { raw } from 'sql-template-tag'
import { markFieldChanged } from '#core/database/changed-fields'
import type { Statement } from '#core/database/connection'
import type { TenantEntity } from '#core/database/entity'
import { select } from '#core/database/select'
import { forbidden, missingField, notFound, preconditionFailed } from '#core/errors/problem'
import type { Snapshot } from '#core/events/snapshot'
import type { JobOrigin } from '#core/jobs/job-priority'
import type { ReadResult } from '#core/schema/row'
import type { AuditAction } from '../../audit-actions.ts'
import type { EventResource } from '../../events.ts'
import { type AuditedFact, AuditRecorder } from './audit-recorder.ts'
import { EventRecorder } from './event-recorder.ts'
import type { OperationRuns } from './operation-runs.ts'
import { ReadContext, type TenantClass } from './read-context.ts'
import type { ContextOptions, SetSessionCookie } from './request-context.ts'
import type { Services } from './services.ts'

/** Accepted versions (If-Match); no id if the path names none. */
interface ExpectedVersion {
  id: string | null
  versions: readonly number[]
}

/** One operation: one transaction, one organization, one actor. Adds changes and effects to what is read. */
export class Context extends ReadContext {
  readonly recorder = new EventRecorder()
  readonly auditor = new AuditRecorder()
  readonly #services: Services
  readonly #runs: OperationRuns
  readonly #setSessionCookie: SetSessionCookie | undefined
  readonly #afterCommit: ((services: Services) => void)[] = []
  #expected: ExpectedVersion | null = null

  constructor(options: ContextOptions) {
    super(options)
    this.#services = options.services
    this.#runs = options.runs
    this.#setSessionCookie = options.setSessionCookie
  }

  get em(): EntityManager {
    return this.transaction.em
  }

  /** Flushes pending entities and sends a statement, without waiting for its result. */
  write(statement: Statement): Promise<void> {
    return this.transaction.write(statement)
  }

  /** The same, for the returned rows. */
  writeReturning<Type>(statement: Statement): Promise<ReadResult<Type>[]> {
    return this.transaction.writeReturning<ReadResult<Type>>(statement)
  }

  /** Loads an entity to change and locks its row; 404 if there is none, 412 if the expected version has passed. */
  async load<Entity extends TenantEntity>(type: TenantClass<Entity>, id: string): Promise<Loaded<Entity>> {
    const lockMode = LockMode.PESSIMISTIC_WRITE
    const entity = (await this.em.findOne(type, { id } as never, { lockMode })) as Loaded<Entity> | null
    if (!entity) throw notFound()
    this.assertVersion(entity)
    return entity
  }

  /** Runs work for one version of a resource: loading another version throws 412. */
  async withExpectedVersion<Result>(expected: ExpectedVersion, work: () => Promise<Result> | Result): Promise<Result> {
    this.#expected = expected
    try {
      return await work()
    } finally {
      this.#expected = null
    }
  }

  /** 412 if the request expects another version of this resource. */
  assertVersion({ id, version }: { id: string; version: number }) {
    const expected = this.#expected
    if (expected && (expected.id ?? id) === id && !expected.versions.includes(version)) throw preconditionFailed()
  }

  /** Prevents deletion of a row until the end of the operation. Call it before locking rows below it, as deletions lock it first. */
  async lockAgainstDeletion<Entity extends TenantEntity>(type: TenantClass<Entity>, id: string): Promise<void> {
    const { tableName } = this.services.database.orm.getMetadata().get(type)
    await this.query(
      select`from ${raw(tableName)} where organization_id = ${this.organizationId} and id = ${id} for key share`,
    )
  }

  ref<Entity extends TenantEntity>(type: TenantClass<Entity>, id: string): Ref<Entity> {
    return this.em.getReference(type, [this.organizationId, id] as never, { wrapped: true }) as Ref<Entity>
  }

  /** Creates an entity, inserted with the next statement in its state at that time. */
  create<Entity extends TenantEntity>(type: TenantClass<Entity>, values: Partial<Entity>): Entity {
    const entity = this.draft(type, values)
    this.transaction.add(entity)
    return entity
  }

  /** The same, inserted at once after pending entities. */
  async insert<Entity extends TenantEntity>(type: TenantClass<Entity>, values: Partial<Entity>): Promise<Entity> {
    await this.transaction.flush()
    const entity = this.create(type, values)
    await this.transaction.flush()
    return entity
  }

  /** The same, inserted only when it is added to the transaction. */
  draft<Entity extends TenantEntity>(type: TenantClass<Entity>, values: Partial<Entity>): Entity {
    const sent = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
    this.#assertNullable(type, sent)
    return Object.assign(new type(), sent, { organizationId: this.organizationId })
  }

  #assertNullable(type: TenantClass<TenantEntity>, values: Record<string, unknown>) {
    if (!Object.values(values).includes(null)) return
    for (const { name, nullable } of this.services.database.orm.getMetadata().get(type).props)
      if (values[name] === null && !nullable) throw missingField(name)
  }

  /** Sets the given values: undefined keeps a value, null clears it, and is 400 if the column is not nullable. */
  assign<Entity extends object>(entity: Entity, values: Partial<Entity>): Entity {
    const sent = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
    this.#assertNullable(entity.constructor as never, sent)
    return wrap(entity).assign(sent as never, { em: this.em }) as Entity
  }

  /** Records a change of a field that another table stores: a new version, listed in the `.updated` event. */
  markFieldChanged(entity: TenantEntity, field: string) {
    entity.updatedAt = new Date()
    markFieldChanged(entity, field)
  }

  /** Runs `onDelete` of the features' manifests before an entity is deleted or erased. `more` is passed to the handlers. */
  async runDeleteHandlers(entity: object, more: object = {}) {
    for (const handle of this.services.onDelete[entity.constructor.name] ?? [])
      await handle(this, entity as never, more as never)
  }

  /**
   * Runs an effect outside the transaction once the database has confirmed the caller, after which the token causes no repetition. If the
   * operation fails later, a cleanup must remove what the effect has left.
   */
  async runSideEffect<Result>(
    work: (outside: Pick<Services, 'storage' | 'rateLimiter'>) => Promise<Result>,
  ): Promise<Result> {
    await this.transaction.entered
    return work(this.#services)
  }

  /**
   * Runs slow work without a connection or locks: rolls the operation back, waits for `work`, and runs the operation again. `work` must
   * not use this transaction. Its errors are thrown here, in the second run. `key` must name the result and all that it depends on.
   */
  async prepareOutside<Made>(key: string, work: (outside: Services) => Promise<Made>): Promise<Made> {
    await this.transaction.entered
    return this.#runs.requirePrepared(key, () => work(this.#services))
  }

  /** Rolls the operation back and runs it again. */
  rerun(): never {
    return this.#runs.rerun()
  }

  /** Computes a value once over all runs of the operation. */
  computeOnce<Made>(key: string, make: () => Promise<Made>): Promise<Made> {
    return this.#runs.computeOnce(key, make)
  }

  /** Runs after the operation's last run, whether it succeeded or failed. */
  finally(work: () => void) {
    this.#runs.finally(work)
  }

  /** Runs after the commit; may be lost with the process, so only to wake workers, never for the work itself. */
  afterCommit(work: (services: Services) => void) {
    this.#afterCommit.push(work)
  }

  /** 403 if no cookie can be set: over REST, over a socket, from another site. */
  assertCookie() {
    if (!this.#setSessionCookie) throw forbidden()
  }

  /** Sets, clears (null) or keeps the session cookie after the commit. */
  setSessionCookie(secret: string | null | undefined, device?: string) {
    this.assertCookie()
    this.#afterCommit.push(() => this.#setSessionCookie?.(secret, device))
  }

  /** Makes sockets and live documents of a member check their rights at once. If it is lost, they do so within seconds. */
  announceAccessChange(memberId: string) {
    const { organizationId } = this
    this.afterCommit(({ bus }) => bus.publish('access', `${organizationId}/${memberId}`))
  }

  runAfterCommit() {
    for (const work of this.#afterCommit) work(this.#services)
  }

  get #origin(): JobOrigin {
    if (this.caller) return this.isSession ? 'browser' : 'program'
    return this.actor.type === 'public' ? 'guest' : 'service'
  }

  /** Enqueues a job in this transaction. `isAwaited` gives it the highest priority. */
  async enqueue<Data extends object>(kind: string, data: Data, afterSeconds = 0, isAwaited = false): Promise<void> {
    await this.#services.jobs.enqueue(this.transaction, kind, data, { afterSeconds, origin: this.#origin, isAwaited })
    if (!afterSeconds) this.afterCommit(({ jobs }) => jobs.wake(kind))
  }

  /** Records an event, written at the end of the transaction. */
  record: EventRecorder['record'] = (name, entity, ...snapshot) => this.recorder.record(name, entity, ...snapshot)

  /**
   * Adds an entry to the audit log in the same transaction. Call it before changing an entity: the entry contains its changed columns
   * before and after, without hidden ones, and is left out if none changed. `only` limits the columns.
   */
  audit<Subject extends { id: string } | AuditedFact>(
    action: AuditAction,
    subject: Subject,
    only?: readonly (keyof Subject & string)[],
  ) {
    this.auditor.record(this, action, subject, only)
  }

  /** The whole resource as an event carries it; fields are hidden per reader later. */
  async snapshot(resource: EventResource, entity: object): Promise<Snapshot> {
    this.snapshotsInProgress += 1
    try {
      return await this.services.represent(resource, entity, this)
    } finally {
      this.snapshotsInProgress -= 1
    }
  }
}
