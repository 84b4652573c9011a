import type { IncomingMessage } from 'node:http'
import { type EntityManager, type Loaded, LockMode, type Ref, wrap } from '@mikro-orm/postgresql'
import DataLoader from 'dataloader'
import { raw, type Sql } from 'sql-template-tag'
import { parseLinkToken } from '#core/access/link-token'
import type { Permission, Role } from '#core/access/policy'
import { markFieldChanged } from '#core/database/changed-fields'
import type { Statement } from '#core/database/connection'
import type { TenantEntity } from '#core/database/entity'
import { type Select, select } from '#core/database/select'
import type { Transaction } from '#core/database/transaction'
import {
  erasedReference,
  forbidden,
  missingField,
  notFound,
  Problem,
  preconditionFailed,
  unauthorized,
  unknownReference,
} from '#core/errors/problem'
import type { Snapshot } from '#core/events/snapshot'
import type { JobOrigin } from '#core/jobs/job-priority'
import { mapYielding } from '#core/runtime/map-yielding'
import { assertResponseSize, type Page } from '#core/schema/list'
import type { ReadResult, Row } from '#core/schema/row'
import type { Language } from '#core/text/language'
import type { TaskOwner } from '#core/threads/threads'
import type { AuditAction } from '../../audit-actions.ts'
import type { EventResource } from '../../events.ts'
import { type AuditedFact, AuditRecorder } from './audit-recorder.ts'
import { selectAllColumns, selectJsonColumns } from './columns.ts'
import type { EventRecorder } from './event-recorder.ts'
import type { OperationRuns } from './operation-runs.ts'
import type { OperationServices, Services } from './services.ts'

/** Who acts, as recorded in events. */
export interface Actor {
  type: 'user' | 'public' | 'system' | 'assistant'
  id: string | null
  name: string
}

/** The member behind a token. */
export interface Caller extends Actor {
  type: 'user'
  id: string
  role: Role
  tokenId: string
  scope: 'full' | 'read' | 'setup'
  /** The organization has ended and is read-only. */
  hasEnded?: boolean
}

/** Sets the session cookie, clears it (null) or leaves it (undefined); `device` marks a browser that has signed in before. */
export type SetSessionCookie = (secret: string | null | undefined, device?: string) => void

/** Accepted versions (If-Match); no id if the path names none. */
interface ExpectedVersion {
  id: string | null
  versions: readonly number[]
}

type TenantClass<Entity extends TenantEntity> = (new () => Entity) & { name: string }

const onlySignedIn = () =>
  new Problem(403, 'forbidden', {
    de: 'Das geht nur, wenn Sie sich im Browser angemeldet haben, nicht mit einem Token.',
    en: 'This takes somebody who has signed in with a browser, and not a token.',
  })

/** One operation: one transaction, one organization, one actor. */
export class Context {
  readonly transaction: Transaction
  readonly services: OperationServices
  readonly caller: Caller | null
  /** From Accept-Language; null leaves it to the document, the client and the organization. */
  readonly requestedLanguage: Language | null
  /** The same for documents; null for browsers, whose user is not the document's recipient. */
  readonly documentLanguage: Language | null
  readonly organizationLanguage: Language
  readonly recorder: EventRecorder
  readonly auditor = new AuditRecorder()
  readonly actor: Actor
  readonly #services: Services
  readonly #runs: OperationRuns
  readonly #request: IncomingMessage | undefined
  /** Signed in with a browser, not by token. */
  readonly isSession: boolean
  readonly #setSessionCookie: SetSessionCookie | undefined
  readonly #device: string | null
  readonly #afterCommit: ((services: Services) => void)[] = []
  /** Snapshots in progress. */
  #snapshots = 0
  #expected: ExpectedVersion | null = null
  readonly #loaders = new Map<string, DataLoader<string, unknown>>()
  /** By key and id. */
  readonly #read = new Map<string, Promise<unknown>>()

  constructor(parts: {
    transaction: Transaction
    services: Services
    caller: Caller | null
    requestedLanguage: Language | null
    organizationLanguage: Language
    recorder: EventRecorder
    runs: OperationRuns
    /** Undefined for work of the service itself. */
    request?: IncomingMessage
    isSession?: boolean
    /** A session, or an address signed for a browser. */
    isBrowser?: boolean
    setSessionCookie?: SetSessionCookie
    device?: string | null
    /** The caller by default. */
    actor?: Actor
  }) {
    this.transaction = parts.transaction
    this.services = parts.services
    this.#services = parts.services
    this.#runs = parts.runs
    this.#request = parts.request
    this.#setSessionCookie = parts.setSessionCookie
    this.#device = parts.device ?? null
    this.isSession = parts.isSession ?? false
    this.caller = parts.caller
    this.requestedLanguage = parts.requestedLanguage
    this.documentLanguage = parts.isBrowser ? null : parts.requestedLanguage
    this.organizationLanguage = parts.organizationLanguage
    this.recorder = parts.recorder
    this.actor = parts.actor ?? parts.caller ?? { type: 'public', id: null, name: 'public' }
  }

  /** True while an event's data is taken, which hides nothing from the actor. */
  get isSnapshot(): boolean {
    return this.#snapshots > 0
  }

  get em(): EntityManager {
    return this.transaction.em
  }

  get organizationId(): string {
    return this.transaction.organizationId
  }

  /** The caller; 401 without one. */
  get member(): Caller {
    if (!this.caller) throw unauthorized()
    return this.caller
  }

  /** Enters the organization of a guest's link token and returns its hash; 404 if it is malformed or of another organization. */
  enterByLink(token: string): Buffer {
    const link = parseLinkToken(token)
    if (!link) throw notFound()
    this.enterPublicPage(link.organizationId)
    return link.hash
  }

  /** Enters the organization of a public page; 404 if it has ended, or another one was entered before. */
  enterPublicPage(organizationId: string) {
    if (this.caller?.hasEnded) throw notFound()
    this.#enterBy(organizationId, select`enter_public(${organizationId}::uuid)`)
  }

  /** Enters the organization of a sign-in; 404 if another one was entered before. */
  enterOrganization(organizationId: string) {
    this.#enterBy(organizationId, select`set_org(${organizationId}::uuid)`)
  }

  #enterBy(organizationId: string, statement: Select) {
    if (!this.organizationId) this.transaction.enter(organizationId, statement)
    if (this.organizationId !== organizationId) throw notFound()
  }

  /** Address and User-Agent of the request, and the device cookie of an earlier sign-in. */
  get sender(): { address: string; userAgent: string; device: string | null } {
    const request = this.#request
    return {
      address: request ? this.#services.getClientAddress(request) : '',
      userAgent: request?.headers['user-agent'] ?? '',
      device: this.#device,
    }
  }

  /** 403 for tokens: a token must not create credentials that outlast it. */
  assertSession() {
    if (!this.isSession) throw onlySignedIn()
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

  get isHeadRequest(): boolean {
    return this.#request?.method === 'HEAD'
  }

  get language(): Language {
    return this.requestedLanguage ?? this.organizationLanguage
  }

  get clock() {
    return this.services.clock
  }

  /** Owner of work in threads that only this member waits for, whatever token they use. */
  get taskOwner(): TaskOwner {
    return { organizationId: this.organizationId, reader: this.actor.id ?? this.actor.type }
  }

  query<Type>(statement: Select): Promise<ReadResult<Type>[]> {
    return this.transaction.query<ReadResult<Type>>(statement)
  }

  /**
   * Like `query`, for columns that JSON can represent (`selectJsonColumns`). For up to 100 ids it is combined into one statement with
   * all other batched reads of this turn.
   */
  queryBatched<Type>(ids: readonly string[], statement: Select): Promise<ReadResult<Type>[]> {
    return ids.length > 100 ? this.query<Type>(statement) : this.transaction.queryBatched<ReadResult<Type>>(statement)
  }

  /** Flushes pending entities and sends a statement, without waiting for its result. */
  write(statement: Statement): Promise<void> {
    return this.transaction.write(statement)
  }

  /** The same, for the returned rows. */
  writeReturning<Type>(statement: Statement): Promise<ReadResult<Type>[]> {
    return this.transaction.writeReturning<ReadResult<Type>>(statement)
  }

  /**
   * Loads a page of a list. `figures` selects the total, counted by default, and other sums over all matching rows; it is read with the
   * rows, and by a second statement only if the page is beyond the end.
   */
  async page<Type, Figures extends { total: number } = { total: number }>(
    columns: Sql,
    matching: Sql,
    order: Sql,
    slice: Sql,
    figures = select`count(*) as total ${matching}`,
  ): Promise<Page<ReadResult<Type>> & Figures> {
    const rows = await this.transaction.query<ReadResult<Type> & { figures: Figures }>(
      select`${columns}, (select to_json(f) from (${figures}) f) as figures ${matching} ${order} ${slice}`,
    )
    if (rows[0]) return { rows: assertResponseSize(rows), ...rows[0].figures }
    const [alone] = await this.transaction.query<Figures>(figures)
    return { rows, ...(alone as Figures) }
  }

  may(permission: Permission): boolean {
    return this.caller !== null && permission.has(this.caller.role)
  }

  /** Also true for the service itself, which records events. */
  mayRead(permission: Permission): boolean {
    return this.caller ? permission.has(this.caller.role) : this.actor.type === 'system' || this.isSnapshot
  }

  /** 403 without the permission. */
  assertMay(permission: Permission) {
    if (!permission.has(this.member.role)) throw forbidden()
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

  /** 404 if there is none. */
  async read<Entity extends TenantEntity>(type: TenantClass<Entity>, id: string): Promise<Row<Entity>> {
    const row = await this.#row(type, id)
    if (!row) throw notFound()
    return row
  }

  /** Reads a row that an input refers to; 422 for `field` if there is none, or it is erased. The foreign key protects it from deletion. */
  async readReferenced<Entity extends TenantEntity>(
    type: TenantClass<Entity>,
    id: string,
    field: string,
  ): Promise<Row<Entity>> {
    // Not batched, so that it leaves with the operation's first packet.
    const read = this.#row(type, id)
    this.#read.set(`${type.name} ${id}`, read)
    const row = await read
    if (!row) throw unknownReference(field)
    if ((row as { erasedAt?: unknown }).erasedAt) throw erasedReference(field)
    return row
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

  /** Batches reads by id: `read` loads the rows of all ids requested under one `key`, `pick` selects those of one. Results are cached. */
  batch<Read, Value>(
    key: string,
    id: string,
    read: (ids: readonly string[]) => Promise<Read[]>,
    pick: (rows: Read[], id: string) => Value,
  ): Promise<Value> {
    const known = this.#read.get(`${key} ${id}`)
    if (known) return known as Promise<Value>
    const loader =
      this.#loaders.get(key) ??
      new DataLoader<string, unknown>(
        async (ids) => {
          const rows = await read(ids)
          return mapYielding(ids, (each) => pick(rows, each))
        },
        { cache: false },
      )
    this.#loaders.set(key, loader)
    const value = loader.load(id) as Promise<Value>
    this.#read.set(`${key} ${id}`, value)
    return value
  }

  /** Batched and cached; undefined if there is none. */
  loadOne<Entity extends TenantEntity>(type: TenantClass<Entity>, id: string): Promise<Row<Entity> | undefined> {
    return this.batch(
      type.name,
      id,
      (ids) => {
        const { tableName } = this.services.database.orm.getMetadata().get(type)
        return this.queryBatched<Entity>(
          ids,
          select`${selectJsonColumns(this, type, 't')} from ${raw(tableName)} t
              where t.organization_id = ${this.organizationId} and t.id = any(${ids}::uuid[])`,
        ) as Promise<Row<Entity>[]>
      },
      (rows, wanted) => rows.find((row) => (row as { id: string }).id === wanted),
    )
  }

  async #row<Entity extends TenantEntity>(type: TenantClass<Entity>, id: string): Promise<Row<Entity> | undefined> {
    const { tableName } = this.services.database.orm.getMetadata().get(type)
    const [row] = await this.transaction.query<Row<Entity>>(
      select`${selectAllColumns(this, type, 't')} from ${raw(tableName)} t
          where t.organization_id = ${this.organizationId} and t.id = ${id}`,
    )
    return row
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

  clearReadCache() {
    this.#read.clear()
    this.transaction.forgetReads()
  }

  /** Runs `onDelete` of the features' manifests before an entity is deleted or erased. `more` is passed to the handlers. */
  async runDeleteHandlers(entity: object, more: object = {}) {
    for (const runConfirmed of this.services.onDelete[entity.constructor.name] ?? [])
      await runConfirmed(this, entity as never, more as never)
  }

  /**
   * Runs an effect outside the transaction once the database has confirmed the caller, after which the token causes no repetition. If the
   * operation fails later, a cleanup must remove what the effect has left.
   */
  async effect<Result>(work: (outside: Pick<Services, 'storage' | 'rate'>) => Promise<Result>): Promise<Result> {
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
    this.#snapshots += 1
    try {
      return await this.services.represent(resource, entity, this)
    } finally {
      this.#snapshots -= 1
    }
  }
}
