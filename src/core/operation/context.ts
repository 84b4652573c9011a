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

/** Who does it, as events tell it. */
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
  /** Whether the organization has ended: it is only read. */
  hasEnded?: boolean
}

/** Has a browser keep a session's secret, and that somebody has signed in with it; or forget the secret (null), or keep it as it is. */
export type SetSessionCookie = (secret: string | null | undefined, device?: string) => void

/** The versions of which a resource must have one (If-Match); no id where the path names none. */
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

/** Everything an operation may use: one transaction, one organization, one actor. */
export class Context {
  readonly transaction: Transaction
  readonly services: OperationServices
  readonly caller: Caller | null
  /** What Accept-Language asked for; null leaves it to the document, the client and the organization. */
  readonly requestedLanguage: Language | null
  /** The same for documents: what a browser asks for is what its reader reads, who is not whom they are for. */
  readonly documentLanguage: Language | null
  readonly organizationLanguage: Language
  readonly recorder: EventRecorder
  readonly auditor = new AuditRecorder()
  readonly actor: Actor
  readonly #services: Services
  readonly #runs: OperationRuns
  readonly #request: IncomingMessage | undefined
  /** Whether the caller has signed in with a browser, and not sent a token. */
  readonly isSession: boolean
  readonly #setSessionCookie: SetSessionCookie | undefined
  readonly #device: string | null
  readonly #afterCommit: ((services: Services) => void)[] = []
  /** How many are being taken. */
  #snapshots = 0
  #expected: ExpectedVersion | null = null
  readonly #loaders = new Map<string, DataLoader<string, unknown>>()
  /** What was read or is being read, by key and id. */
  readonly #read = new Map<string, Promise<unknown>>()

  constructor(parts: {
    transaction: Transaction
    services: Services
    caller: Caller | null
    requestedLanguage: Language | null
    organizationLanguage: Language
    recorder: EventRecorder
    runs: OperationRuns
    /** What is answered; undefined for what the service does by itself. */
    request?: IncomingMessage
    isSession?: boolean
    /** Whether a browser asks, by a session or an address that was signed for it. */
    isBrowser?: boolean
    /** Sets the cookie of a session in the answer. */
    setSessionCookie?: SetSessionCookie
    device?: string | null
    /** Who acts where nobody calls; the caller else. */
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

  /** True while an event is told: nothing is kept from it for the sake of who acts. */
  get isSnapshot(): boolean {
    return this.#snapshots > 0
  }

  get em(): EntityManager {
    return this.transaction.em
  }

  get organizationId(): string {
    return this.transaction.organizationId
  }

  /** The caller where there must be one. */
  get member(): Caller {
    if (!this.caller) throw unauthorized()
    return this.caller
  }

  /**
   * Enters the organization of a link that somebody without a token came by, and answers the hash that it is looked up by;
   * 404 where it cannot be one, or is of another organization than the operation has entered already.
   */
  enterByLink(token: string): Buffer {
    const link = parseLinkToken(token)
    if (!link) throw notFound()
    this.enterPublicPage(link.organizationId)
    return link.hash
  }

  /**
   * Enters the organization of a public address that somebody came by; 404 where it has ended, or is of another than the
   * operation has entered already.
   */
  enterPublicPage(organizationId: string) {
    if (this.caller?.hasEnded) throw notFound()
    this.#enterBy(organizationId, select`enter_public(${organizationId}::uuid)`)
  }

  /** Enters the organization that somebody signs in to; 404 where it is of another than the operation has entered already. */
  enterOrganization(organizationId: string) {
    this.#enterBy(organizationId, select`set_org(${organizationId}::uuid)`)
  }

  #enterBy(organizationId: string, statement: Select) {
    if (!this.organizationId) this.transaction.enter(organizationId, statement)
    if (this.organizationId !== organizationId) throw notFound()
  }

  /** Where the request comes from: its address, the program that it names, and what that has kept of an earlier sign-in. */
  get sender(): { address: string; userAgent: string; device: string | null } {
    const request = this.#request
    return {
      address: request ? this.#services.getClientAddress(request) : '',
      userAgent: request?.headers['user-agent'] ?? '',
      device: this.#device,
    }
  }

  /** 403 for a token: what gets somebody in is for whoever has signed in, and a token makes nothing that outlasts it. */
  assertSession() {
    if (!this.isSession) throw onlySignedIn()
  }

  /** 403 where whoever asks has no cookie that could be set: over REST, over a socket, from the page of another site. */
  assertCookie() {
    if (!this.#setSessionCookie) throw forbidden()
  }

  /** Has the browser keep a session's secret once this is committed, or forget the one that it has (null), or leave it. */
  setSessionCookie(secret: string | null | undefined, device?: string) {
    this.assertCookie()
    this.#afterCommit.push(() => this.#setSessionCookie?.(secret, device))
  }

  /** Whether the headers of the answer alone are asked for (HEAD): nothing of it is read by anybody. */
  get isHeadRequest(): boolean {
    return this.#request?.method === 'HEAD'
  }

  get language(): Language {
    return this.requestedLanguage ?? this.organizationLanguage
  }

  get clock() {
    return this.services.clock
  }

  /** Whose turn it is at work that the asking member alone waits for, however many tokens they have. */
  get taskOwner(): TaskOwner {
    return { organizationId: this.organizationId, reader: this.actor.id ?? this.actor.type }
  }

  /** Rows of a read written as SQL. */
  query<Type>(statement: Select): Promise<ReadResult<Type>[]> {
    return this.transaction.query<ReadResult<Type>>(statement)
  }

  /**
   * Rows of a read of several ids, of texts, numbers, booleans, days and JSON alone (`selectJsonColumns`). Of no more ids
   * than a page has rows they come by one statement with all else that is read in this turn.
   */
  queryBatched<Type>(ids: readonly string[], statement: Select): Promise<ReadResult<Type>[]> {
    return ids.length > 100 ? this.query<Type>(statement) : this.transaction.queryBatched<ReadResult<Type>>(statement)
  }

  /** Sends a statement that changes something, after the changes of entities that wait; its answer is not waited for. */
  write(statement: Statement): Promise<void> {
    return this.transaction.write(statement)
  }

  /** The same, for the rows that it answers. */
  writeReturning<Type>(statement: Statement): Promise<ReadResult<Type>[]> {
    return this.transaction.writeReturning<ReadResult<Type>>(statement)
  }

  /**
   * A page of a list: `columns`, `from … where …`, order and slice. The figures of all rows that match come along as a
   * column of their own, and by a second statement only where the page lies beyond the end: their total, which is
   * counted unless `figures` knows it, and what else it adds up.
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

  /** True where the caller's role has the permission. */
  may(permission: Permission): boolean {
    return this.caller !== null && permission.has(this.caller.role)
  }

  /** True where what is shown may show it: to the caller's role, or to the service itself, which records events. */
  mayRead(permission: Permission): boolean {
    return this.caller ? permission.has(this.caller.role) : this.actor.type === 'system' || this.isSnapshot
  }

  /** 403 unless the caller's role has the permission. */
  assertMay(permission: Permission) {
    if (!permission.has(this.member.role)) throw forbidden()
  }

  /** The entity to change, its row locked until the end of the operation; 404 where the organization has none, 412 where it has moved on. */
  async load<Entity extends TenantEntity>(type: TenantClass<Entity>, id: string): Promise<Loaded<Entity>> {
    const lockMode = LockMode.PESSIMISTIC_WRITE
    const entity = (await this.em.findOne(type, { id } as never, { lockMode })) as Loaded<Entity> | null
    if (!entity) throw notFound()
    this.assertVersion(entity)
    return entity
  }

  /** Runs what is meant for one version of a resource: 412 where it loads that resource and finds another. */
  async withExpectedVersion<Result>(expected: ExpectedVersion, work: () => Promise<Result> | Result): Promise<Result> {
    this.#expected = expected
    try {
      return await work()
    } finally {
      this.#expected = null
    }
  }

  /** 412 where the request was meant for another version of this. */
  assertVersion({ id, version }: { id: string; version: number }) {
    const expected = this.#expected
    if (expected && (expected.id ?? id) === id && !expected.versions.includes(version)) throw preconditionFailed()
  }

  /** A row of this organization by its id; 404 where it has none. */
  async read<Entity extends TenantEntity>(type: TenantClass<Entity>, id: string): Promise<Row<Entity>> {
    const row = await this.#row(type, id)
    if (!row) throw notFound()
    return row
  }

  /**
   * What a body refers to, as a row to read from; 422 naming `field` where the organization has none, or its data was erased. Nothing is
   * locked: the reference's own foreign key keeps what is referred to.
   */
  async readReferenced<Entity extends TenantEntity>(
    type: TenantClass<Entity>,
    id: string,
    field: string,
  ): Promise<Row<Entity>> {
    // Not through the loader, which would wait for others: it leaves with the operation's first packet.
    const read = this.#row(type, id)
    this.#read.set(`${type.name} ${id}`, read)
    const row = await read
    if (!row) throw unknownReference(field)
    if ((row as { erasedAt?: unknown }).erasedAt) throw erasedReference(field)
    return row
  }

  /**
   * Keeps what there is under an id from going until the end of the operation: before anything in it is locked, as whoever
   * deletes it begins with it too.
   */
  async lockAgainstDeletion<Entity extends TenantEntity>(type: TenantClass<Entity>, id: string): Promise<void> {
    const { tableName } = this.services.database.orm.getMetadata().get(type)
    await this.query(
      select`from ${raw(tableName)} where organization_id = ${this.organizationId} and id = ${id} for key share`,
    )
  }

  /** A reference to an entity of this organization, by its id alone. */
  ref<Entity extends TenantEntity>(type: TenantClass<Entity>, id: string): Ref<Entity> {
    return this.em.getReference(type, [this.organizationId, id] as never, { wrapped: true }) as Ref<Entity>
  }

  /**
   * One of many reads by id within an operation, gathered into one statement: `read` answers the rows of all ids that
   * were asked for under the same `key`, `pick` those of one.
   */
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

  /** A row of this organization by its id, or undefined; the ids asked for at once are one statement, each read once. */
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

  /** A new entity of this organization, with the values given; inserted with what is sent next, as it is then. */
  create<Entity extends TenantEntity>(type: TenantClass<Entity>, values: Partial<Entity>): Entity {
    const entity = this.draft(type, values)
    this.transaction.add(entity)
    return entity
  }

  /** The same, sent at once, after the changes of entities that wait: where these make room for it. */
  async insert<Entity extends TenantEntity>(type: TenantClass<Entity>, values: Partial<Entity>): Promise<Entity> {
    await this.transaction.flush()
    const entity = this.create(type, values)
    await this.transaction.flush()
    return entity
  }

  /** The same, not inserted unless it is added to the transaction: until then other statements may be sent. */
  draft<Entity extends TenantEntity>(type: TenantClass<Entity>, values: Partial<Entity>): Entity {
    const sent = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
    this.#assertNullable(type, sent)
    return Object.assign(new type(), sent, { organizationId: this.organizationId })
  }

  /** 400 where null is sent for what is never empty. */
  #assertNullable(type: TenantClass<TenantEntity>, values: Record<string, unknown>) {
    if (!Object.values(values).includes(null)) return
    for (const { name, nullable } of this.services.database.orm.getMetadata().get(type).props)
      if (values[name] === null && !nullable) throw missingField(name)
  }

  /** Sets the values that were sent: an absent one stays, null clears what may be empty and is 400 elsewhere. */
  assign<Entity extends object>(entity: Entity, values: Partial<Entity>): Entity {
    const sent = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
    this.#assertNullable(entity.constructor as never, sent)
    return wrap(entity).assign(sent as never, { em: this.em }) as Entity
  }

  /** Counts a change of what an entity shows as `field` and another table holds: a new version, named by `.updated`. */
  markFieldChanged(entity: TenantEntity, field: string) {
    entity.updatedAt = new Date()
    markFieldChanged(entity, field)
  }

  /** What an earlier root field has read may not hold any more. */
  clearReadCache() {
    this.#read.clear()
    this.transaction.forgetReads()
  }

  /**
   * Has the other features let go of an entity, before it is deleted or where it gives up what they hold with it
   * (`onDelete` of their manifests). `more` is what the effects about this entity ask for.
   */
  async runDeleteHandlers(entity: object, more: object = {}) {
    for (const runConfirmed of this.services.onDelete[entity.constructor.name] ?? [])
      await runConfirmed(this, entity as never, more as never)
  }

  /**
   * What is done outside the transaction before it is committed, once the database has confirmed the caller: the
   * operation is not run twice after that. Where it fails all the same, somebody clears away what this has left.
   */
  async effect<Result>(work: (outside: Pick<Services, 'storage' | 'rate'>) => Promise<Result>): Promise<Result> {
    await this.transaction.entered
    return work(this.#services)
  }

  /**
   * What takes long and needs no transaction: it is done between two runs of the operation, of which the first is undone.
   * Meanwhile no connection is held, and nothing is locked. `work` may use nothing of this context's transaction, and store
   * what somebody clears away where the operation fails. What it throws is thrown here, in the second run. `key` names what
   * it makes, with all that it depends on.
   */
  async prepareOutside<Made>(key: string, work: (outside: Services) => Promise<Made>): Promise<Made> {
    await this.transaction.entered
    return this.#runs.requirePrepared(key, () => work(this.#services))
  }

  /** Undoes this run of the operation, and has it run again: what it has found is not what it was prepared for. */
  rerun(): never {
    return this.#runs.rerun()
  }

  /** Makes something once in all runs of the operation. */
  computeOnce<Made>(key: string, make: () => Promise<Made>): Promise<Made> {
    return this.#runs.computeOnce(key, make)
  }

  /** Is done when the operation is over, after its last run, however it ended. */
  finally(work: () => void) {
    this.#runs.finally(work)
  }

  /** What follows the commit and may be lost with the process: waking a worker, never the work itself. */
  afterCommit(work: (services: Services) => void) {
    this.#afterCommit.push(work)
  }

  /**
   * Has the sockets and live documents of a member look at once what their tokens still may: called wherever one ends or a role
   * changes. Where that is lost they look by themselves a few seconds later.
   */
  announceAccessChange(memberId: string) {
    const { organizationId } = this
    this.afterCommit(({ bus }) => bus.publish('access', `${organizationId}/${memberId}`))
  }

  /** Does what was to follow the commit. */
  runAfterCommit() {
    for (const work of this.#afterCommit) work(this.#services)
  }

  get #origin(): JobOrigin {
    if (this.caller) return this.isSession ? 'browser' : 'program'
    return this.actor.type === 'public' ? 'guest' : 'service'
  }

  /**
   * Has a job done once the operation is committed, at once or later: neither is there without the other. Organizations have
   * theirs done in turns, with one for each origin; what somebody waits for stands in no line.
   */
  async enqueue<Data extends object>(kind: string, data: Data, afterSeconds = 0, isAwaited = false): Promise<void> {
    await this.#services.jobs.enqueue(this.transaction, kind, data, { afterSeconds, origin: this.#origin, isAwaited })
    if (!afterSeconds) this.afterCommit(({ jobs }) => jobs.wake(kind))
  }

  /** Notes an event about an entity; it is written at the end of the operation, in its transaction. */
  record: EventRecorder['record'] = (name, entity, ...snapshot) => this.recorder.record(name, entity, ...snapshot)

  /**
   * Has the organization's audit log tell what is done, in the same transaction. With an entity it is called before that is
   * changed: the entry shows which of its columns were, before and after, but for hidden ones; where none was, there is no
   * entry. `only` these columns are told, where the others are nobody's business. What is no entity is told as it is given.
   * Who does it is the actor.
   */
  audit<Subject extends { id: string } | AuditedFact>(
    action: AuditAction,
    subject: Subject,
    only?: readonly (keyof Subject & string)[],
  ) {
    this.auditor.record(this, action, subject, only)
  }

  /** What a resource shows now, whole: what an event carries is for its readers, each of whom sees what they may. */
  async snapshot(resource: EventResource, entity: object): Promise<Snapshot> {
    this.#snapshots += 1
    try {
      return await this.services.represent(resource, entity, this)
    } finally {
      this.#snapshots -= 1
    }
  }
}
