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

/** A connection, and the place in the pool that it is held by. */
export interface Connection {
  client: PipelinedClient
  release: Release
}

/**
 * One transaction on one connection; the entity manager is made only where it is asked for.
 *
 * A round trip costs more than most statements. Statements leave together where nothing has to be known in between:
 * a write is not waited for, the first statements go with the one that opens the transaction, the last with its commit.
 * PostgreSQL answers in order, so the first failure is the cause of the ones after it, and is what is reported.
 */
export class Transaction {
  readonly #orm: MikroORM
  readonly #connect: () => Promise<Connection>
  readonly #mode: 'read' | 'write'
  /** What opens the transaction, until it is sent. */
  readonly #opening: Statement[]
  #opened: Promise<void> | undefined
  #client: PipelinedClient | undefined
  #release: Release = () => {}
  #em: EntityManager | undefined
  #open = true
  #failure: { cause: unknown } | undefined
  #entered: Promise<unknown> = Promise.resolve()
  readonly #counterChanges = new Map<string, number>()
  /** Where it may show much that it has read; null for what is shown to nobody. */
  readonly #memorySlot: MemorySlot | null
  /** What the connection had received when the transaction began, or forgot what it had read. */
  #receivedBefore = 0
  readonly #gathered = new ReadBatcher((statement) => this.query(statement))
  #added: object[] = []
  /** What was inserted, as it was then. */
  readonly #inserted = new Map<object, object>()
  #flushed: Promise<void> = Promise.resolve()
  /** What MikroORM sends its statements by. */
  readonly #executor: Executor = {
    read: (statement) => this.#send(statement),
    write: (statement) => this.#post(statement),
    countRowChange: (type, before, after) => this.countRowChange(type, before, after),
  }
  organizationId = ''
  /** Entities that ask for room, and those whose removal makes some, but for what went along with another. */
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

  /** Takes a connection and sends what opens the transaction. */
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

  /** Rows of a statement that only reads. It sees what was sent before, not what entities still wait to have sent. */
  query<Row>(statement: Select): Promise<Row[]> {
    return this.#send<Row>(statement)
  }

  /** The same, of texts, numbers, booleans and days alone: as one statement with all others that are asked for in this turn. */
  queryBatched<Row>(statement: Select): Promise<Row[]> {
    return this.#gathered.query<Row>(statement)
  }

  /**
   * Sends a statement that changes something, after what entities wait to have sent: the order is the one it is written
   * in. Its answer is not waited for; where it fails, so does whatever comes after it, the commit at last.
   */
  async write(statement: Statement): Promise<void> {
    await this.flush()
    this.#post(statement)
  }

  /** The same, for the rows that it answers. */
  async writeReturning<Row>(statement: Statement): Promise<Row[]> {
    await this.flush()
    return this.#send<Row>(statement)
  }

  /** The same of what no entity has to do with: what entities wait to have sent may follow it. */
  writeFirst<Row>(statement: Statement): Promise<Row[]> {
    return this.#send<Row>(statement)
  }

  /** Runs a statement as a named prepared one. */
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
    // Much that was read is shown in another turn of the loop than the one that parsed it.
    if (this.#enforceReadLimit(client)) await setImmediate()
    return rows
  }

  /** What was read is not held any more: what MikroORM keeps hides a column that SQL has set to null since. */
  forgetReads() {
    this.#em?.clear()
    if (this.#client) this.#receivedBefore = socketOf(this.#client).bytesRead
  }

  /** Much that was read is shown in its turn; 422 where it is too much. What locks rows waits for nobody. */
  #enforceReadLimit(client: PipelinedClient): boolean {
    const bytes = socketOf(client).bytesRead - this.#receivedBefore
    if (bytes <= maxBytesWithoutSlot.rows || this.#mode === 'write' || !this.#open) return false
    if (bytes > limits.readBytes) throw readLimitExceeded(limits.readBytes)
    if (this.#failure) throw this.#failure.cause
    if (!this.#memorySlot || this.#memorySlot.tryTake()) return true
    this.#failure = { cause: new MemoryUnavailable() }
    throw this.#failure.cause
  }

  /** The same while rows still arrive: what is far beyond is not waited for, and costs the connection, which cannot be told. */
  readonly #enforceWhileReading = () => {
    const socket = socketOf(this.#client as PipelinedClient)
    const bytes = socket.bytesRead - this.#receivedBefore
    if (bytes <= maxBytesWithoutSlot.arriving || socket.destroyed) return
    if (bytes > limits.readBytes) this.#failure ??= { cause: readLimitExceeded(limits.readBytes) }
    else if (this.#memorySlot && !this.#memorySlot.tryTake()) this.#failure ??= { cause: new MemoryUnavailable() }
    // What arrives after a failure is shown to nobody.
    if (this.#failure) socket.destroy()
  }

  #post(statement: Statement) {
    this.#send(statement).catch(() => {})
  }

  /** Sets the organization by the given statement (`set_org` or `enter`), before anything of it is touched. */
  enter<Row>(organizationId: string, statement: Statement): Promise<Row[]> {
    this.organizationId = organizationId
    const answer = this.#send<Row>(statement)
    answer.catch(() => {})
    this.#entered = answer
    return answer
  }

  /** The same for a transaction that is not open yet, and whose caller is known: sent when it opens. */
  enterOnOpen(organizationId: string, statement: Statement) {
    this.organizationId = organizationId
    this.#opening.push(statement)
  }

  /** Fulfilled once the database has confirmed the organization and its caller; every later answer confirms it too. */
  get entered(): Promise<unknown> {
    return this.#entered
  }

  /** The unit of work of this transaction, bound to its organization. */
  get em(): EntityManager {
    if (!this.#em) {
      this.#em = this.#orm.em.fork()
      this.#em.setFilterParams(tenantFilter, { organizationId: this.organizationId })
      this.#em.setTransactionContext(this.#executor)
    }
    return this.#em
  }

  /** Adds to a tally of the organization, by the last statements before the commit. */
  addToCounter(name: string, change: number) {
    this.#counterChanges.set(name, (this.#counterChanges.get(name) ?? 0) + change)
  }

  /** Adds to the tallies where a row of an entity becomes another; undefined stands for no row. */
  countRowChange(type: unknown, before: object | undefined, after: object | undefined) {
    if (!before && after && !isExemptFromRowQuota(type, after)) this.created++
    if (!after && before && !isExemptFromRowQuota(type, before)) this.removed++
    for (const [name, change] of counterChanges(type, before as never, after as never)) this.addToCounter(name, change)
  }

  /** What was added to a tally, or to those named from one name up to another, and is not written yet. */
  getPendingCount(from: string, until = `${from}\0`): number {
    let sum = 0
    for (const [name, change] of this.#counterChanges) if (name >= from && name < until) sum += change
    return sum
  }

  /** Has a new entity inserted with what is sent next, past the unit of work: nothing of it is to be compared. */
  add(entity: object) {
    this.#added.push(entity)
  }

  /** Sends what was added, in that order, and then what the unit of work holds; one flush after the other. */
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

  /** Throws where a new entity was changed after it was inserted: it would be answered as it is not stored. */
  #assertAsInserted() {
    const comparator = this.#orm.em.getComparator()
    for (const [entity, row] of this.#inserted) {
      const type = entity.constructor as never
      const changed = Object.keys(comparator.diffEntities(type, row, comparator.prepareEntity(entity)))
      if (changed.length)
        throw new Error(`${entity.constructor.name}: ${changed.join(', ')} changed after it was inserted.`)
    }
  }

  /** Commits; with the last statements, which travel in the same packet and undo everything where one fails. */
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

  /** Undoes everything, and answers what the database refused, if that is why; harmless after a commit. */
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

  /** Hands the connection back before its commit, which then leaves with the next operation's first packet. */
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

/** A connection that takes no changes would take none later, when the database does. */
const isReadOnly = (cause: unknown) => (cause as { code?: unknown } | undefined)?.code === readOnlyTransaction

/** How an entity manager works in a transaction: what it sends, it sends in its order. */
export interface Executor {
  read<Row>(statement: Statement): Promise<Row[]>
  /** A statement whose answer is not used. */
  write(statement: Statement): void
  countRowChange(type: unknown, before: object | undefined, after: object | undefined): void
}

/** Milliseconds that a connection without work keeps a read transaction open. */
const maxIdleMs = 3
