import { setImmediate } from 'node:timers/promises'
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { readOnlyTransaction } from '#core/errors/database-error'
import { readLimitExceeded } from '#core/errors/problem'
import type { Release } from '#core/runtime/fair-queue'
import { type MemorySlot, MemoryUnavailable, maxBytesWithoutSlot } from '#core/runtime/response-memory'
import { traceSpan } from '#core/runtime/tracing'
import { limits } from '#core/schema/limits'
import { runStatement, type Statement } from './connection.ts'
import { addToCounters, counterChanges } from './counter.ts'
import { tenantFilter } from './entity.ts'
import { corkUntilNextTick, endPendingRead, type PipelinedClient, socketOf } from './pipeline.ts'
import { ReadBatcher } from './read-batcher.ts'
import { isExemptFromRowQuota } from './row-quota.ts'
import type { Select } from './select.ts'
import { describeStatement } from './statement-span.ts'

/** A connection with its slot in the pool. */
export interface Connection {
  client: PipelinedClient
  release: Release
}

/**
 * A transaction on one connection. Round trips cost more than most statements, so they are pipelined: writes are not awaited, the first
 * statements go with `begin`, the last with `commit`. PostgreSQL answers in order, so the first failure causes all later ones and is the
 * one reported.
 */
export class Transaction {
  readonly #orm: MikroORM
  readonly #connect: () => Promise<Connection>
  readonly #mode: 'read' | 'write'
  /** Statements that open the transaction, until sent. */
  readonly #opening: Statement[]
  #opened: Promise<void> | undefined
  #client: PipelinedClient | undefined
  #release: Release = () => {}
  #em: EntityManager | undefined
  #open = true
  #failure: { cause: unknown } | undefined
  #entered: Promise<unknown> = Promise.resolve()
  readonly #counterChanges = new Map<string, number>()
  /** Null if results are not shown to anybody. */
  readonly #memorySlot: MemorySlot | null
  /** Bytes received before the transaction, or before `forgetReads`. */
  #receivedBefore = 0
  readonly #gathered = new ReadBatcher((statement) => this.query(statement))
  #added: object[] = []
  /** Inserted entities with their state at that time. */
  readonly #inserted = new Map<object, object>()
  #flushed: Promise<void> = Promise.resolve()
  readonly #executor: Executor = {
    read: (statement) => this.#send(statement),
    write: (statement) => this.#post(statement),
    countRowChange: (type, before, after) => this.countRowChange(type, before, after),
  }
  organizationId = ''
  /** Entities that count towards the row quota, without cascades. */
  created = 0
  removed = 0

  constructor(
    orm: MikroORM,
    connect: () => Promise<Connection>,
    mode: 'read' | 'write',
    memorySlot: MemorySlot | null,
    settings: readonly Statement[] = [],
  ) {
    this.#orm = orm
    this.#memorySlot = memorySlot
    this.#connect = connect
    this.#mode = mode
    this.#opening = [{ text: mode === 'read' ? 'begin read only' : 'begin', values: [] }, ...settings]
  }

  /** Takes a connection and sends the opening statements. */
  open(): Promise<void> {
    this.#opened ??= this.#connect().then(({ client, release }) => {
      this.#client = client
      this.#release = release
      this.forgetReads()
      if (this.#mode === 'read') socketOf(client).on('data', this.#enforceWhileReading)
      for (const statement of this.#opening) this.#post(statement)
    })
    return this.#opened
  }

  /** Sees all statements sent before, but no pending entities. */
  query<Row>(statement: Select): Promise<Row[]> {
    return this.#send<Row>(statement)
  }

  /** Like `query`, combined with others of this turn; for text, numbers, booleans and dates only. */
  queryBatched<Row>(statement: Select): Promise<Row[]> {
    return this.#gathered.query<Row>(statement)
  }

  /**
   * Sends a changing statement after pending entities, in program order, without awaiting it. If it fails, all later ones fail,
   * including the commit.
   */
  async write(statement: Statement): Promise<void> {
    await this.flush()
    this.#post(statement)
  }

  /** The same, for the returned rows. */
  async writeReturning<Row>(statement: Statement): Promise<Row[]> {
    await this.flush()
    return this.#send<Row>(statement)
  }

  /** The same without flushing pending entities, if it does not concern them. */
  writeFirst<Row>(statement: Statement): Promise<Row[]> {
    return this.#send<Row>(statement)
  }

  async #send<Row>(statement: Statement): Promise<Row[]> {
    if (this.#failure?.cause instanceof MemoryUnavailable) throw this.#failure.cause
    if (!this.#client) await this.open()
    const client = this.#client as unknown as PipelinedClient
    corkUntilNextTick(client)
    let rows: Row[]
    try {
      rows = await runStatement<Row>(client, statement)
    } catch (error) {
      this.#failure ??= { cause: error }
      throw this.#failure.cause
    }
    // Large results are processed in another turn than their parsing.
    if (this.#enforceReadLimit(client)) await setImmediate()
    return rows
  }

  /** Clears the identity map, which would hide columns set to null by SQL since. */
  forgetReads() {
    this.#em?.clear()
    if (this.#client) this.#receivedBefore = socketOf(this.#client).bytesRead
  }

  /** Takes a memory slot for large reads; 422 if they are too large. Transactions with row locks do not wait. */
  #enforceReadLimit(client: PipelinedClient): boolean {
    const bytes = socketOf(client).bytesRead - this.#receivedBefore
    if (bytes <= maxBytesWithoutSlot.rows || this.#mode === 'write' || !this.#open) return false
    if (bytes > limits.readBytes) throw readLimitExceeded(limits.readBytes)
    if (this.#failure) throw this.#failure.cause
    if (!this.#memorySlot || this.#memorySlot.tryTake()) return true
    this.#failure = { cause: new MemoryUnavailable() }
    throw this.#failure.cause
  }

  /** Checks while rows arrive: far too large results destroy the connection, as PostgreSQL cannot be told to stop. */
  readonly #enforceWhileReading = () => {
    const socket = socketOf(this.#client as PipelinedClient)
    const bytes = socket.bytesRead - this.#receivedBefore
    if (bytes <= maxBytesWithoutSlot.arriving || socket.destroyed) return
    if (bytes > limits.readBytes) this.#failure ??= { cause: readLimitExceeded(limits.readBytes) }
    else if (this.#memorySlot && !this.#memorySlot.tryTake()) this.#failure ??= { cause: new MemoryUnavailable() }
    if (this.#failure) socket.destroy()
  }

  #post(statement: Statement) {
    this.#send(statement).catch(() => {})
  }

  /** Sets the organization (`set_org` or `enter`); must come before any access. */
  enter<Row>(organizationId: string, statement: Statement): Promise<Row[]> {
    this.organizationId = organizationId
    const answer = this.#send<Row>(statement)
    answer.catch(() => {})
    this.#entered = answer
    return answer
  }

  /** The same for a transaction not yet open and a known caller. */
  enterOnOpen(organizationId: string, statement: Statement) {
    this.organizationId = organizationId
    this.#opening.push(statement)
  }

  /** Resolves once the database has confirmed organization and caller. */
  get entered(): Promise<unknown> {
    return this.#entered
  }

  /** The unit of work, bound to the organization. */
  get em(): EntityManager {
    if (!this.#em) {
      this.#em = this.#orm.em.fork()
      this.#em.setFilterParams(tenantFilter, { organizationId: this.organizationId })
      this.#em.setTransactionContext(this.#executor)
    }
    return this.#em
  }

  /** Counters are written just before the commit. */
  addToCounter(name: string, change: number) {
    this.#counterChanges.set(name, (this.#counterChanges.get(name) ?? 0) + change)
  }

  /** Updates counters for an inserted, updated or deleted row; undefined for no row. */
  countRowChange(type: unknown, before: object | undefined, after: object | undefined) {
    if (!before && after && !isExemptFromRowQuota(type, after)) this.created++
    if (!after && before && !isExemptFromRowQuota(type, before)) this.removed++
    for (const [name, change] of counterChanges(type, before as never, after as never)) this.addToCounter(name, change)
  }

  /** Pending change of a counter, or of all with names from `from` to `until`. */
  getPendingCount(from: string, until = `${from}\0`): number {
    let sum = 0
    for (const [name, change] of this.#counterChanges) if (name >= from && name < until) sum += change
    return sum
  }

  /** Queues a new entity for insertion, bypassing the unit of work, which would compare it. */
  add(entity: object) {
    this.#added.push(entity)
  }

  /** Sends added entities in order, then the unit of work. */
  flush(): Promise<void> {
    if (this.#added.length || this.#em) this.#flushed = this.#flushed.then(() => this.#flush())
    return this.#flushed
  }

  async #flush() {
    for (const entity of this.#added.splice(0)) await this.#insert(entity)
    await this.#em?.flush()
  }

  async #insert(entity: object) {
    this.countRowChange(entity.constructor, undefined, entity)
    const { em } = this.#orm
    const row = em.getComparator().prepareEntity(entity)
    this.#inserted.set(entity, row)
    await em.getDriver().nativeInsertMany(entity.constructor as never, [row as never], {
      ctx: this.#executor,
      convertCustomTypes: false,
      processCollections: false,
    })
  }

  /** Throws if an entity was changed after its insertion, as the change would not be stored. */
  #assertAsInserted() {
    const comparator = this.#orm.em.getComparator()
    for (const [entity, row] of this.#inserted) {
      const type = entity.constructor as never
      const changed = Object.keys(comparator.diffEntities(type, row, comparator.prepareEntity(entity)))
      if (changed.length)
        throw new Error(`${entity.constructor.name}: ${changed.join(', ')} changed after it was inserted.`)
    }
  }

  /** Commits with the last statements in the same packet; any failure rolls back. */
  async commit(last: readonly Statement[] = []) {
    if (!this.#opened) return
    if (this.#mode === 'read') {
      await this.#entered
      if (this.#failure?.cause instanceof MemoryUnavailable) throw this.#failure.cause
      return this.#handBack()
    }
    this.#assertAsInserted()
    for (const [name, change] of this.#counterChanges) if (!change) this.#counterChanges.delete(name)
    if (this.#counterChanges.size) this.#post(addToCounters(this.organizationId, this.#counterChanges))
    for (const statement of last) this.#post(statement)
    const { command } = await this.#end('commit')
    if (this.#failure) throw this.#failure.cause
    if (command !== 'COMMIT') throw new Error('The transaction had failed before its commit.')
  }

  /** Rolls back and returns the database's error, if any. Harmless after a commit. */
  async rollback(): Promise<unknown> {
    await this.#opened?.catch(() => {})
    if (this.#client && this.#open) await this.#end('rollback').catch(() => {})
    return this.#failure?.cause
  }

  async #end(command: 'commit' | 'rollback') {
    const client = this.#client as PipelinedClient
    this.#open = false
    socketOf(client).off('data', this.#enforceWhileReading)
    try {
      corkUntilNextTick(client)
      const result = await traceSpan(
        () => describeStatement({ text: command, values: [] }),
        () => client.query(command),
      )
      client.release(isReadOnly(this.#failure?.cause))
      return result
    } catch (error) {
      client.release(true)
      throw error
    } finally {
      this.#release()
    }
  }

  /** Returns the connection before its commit, which goes with the next operation's first packet. */
  #handBack() {
    const client = this.#client as PipelinedClient
    const socket = socketOf(client)
    this.#open = false
    socket.off('data', this.#enforceWhileReading)
    if (!socket.destroyed) client.pendingCommit = setTimeout(() => endPendingRead(client), maxIdleMs)
    client.release(socket.destroyed)
    this.#release()
  }
}

/** A read-only connection would stay so after a failover, so it is closed. */
const isReadOnly = (cause: unknown) => (cause as { code?: unknown } | undefined)?.code === readOnlyTransaction

/** Used by the entity manager. */
export interface Executor {
  read<Row>(statement: Statement): Promise<Row[]>
  write(statement: Statement): void
  countRowChange(type: unknown, before: object | undefined, after: object | undefined): void
}

/** How long an idle connection may hold a read transaction open. */
const maxIdleMs = 3
