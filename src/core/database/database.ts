import type { Writable } from 'node:stream'
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy'
import { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { Pool, PoolClient } from 'pg'
import sql from 'sql-template-tag'
import { changeCollector } from '#core/events/record'
import { createFairQueue, type Leave } from '#core/fair-queue'
import { createPool, type Patience, run, type Statement } from './connection.ts'
import { OperationDriver } from './driver.ts'
import { tenantFilter } from './entity.ts'
import { addTo, difference } from './tally.ts'

/** The database as the service sees it: entities, and transactions that belong to one organization. */
export interface Database {
  readonly orm: MikroORM
  readonly pool: Pool
  /**
   * Opens a transaction on a connection of its own, in the turn of its organization ('' where there is none): no
   * organization holds more than half of them. Nothing of a tenant can be read or written in it before
   * `enter` has set the organization: row-level security answers an unset one with an error.
   */
  begin(mode: 'read' | 'write', organizationId: string): Promise<Transaction>
  /** A read transaction that opens with its first statement, and without one never: for what seldom needs any. */
  beginLater(organizationId: string): Transaction
  /** Runs `work` in a transaction of one organization, for jobs and listeners, and commits it. */
  tenant<T>(organizationId: string, work: (transaction: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type Connected = PoolClient & { leaving?: NodeJS.Timeout | undefined }

/** A connection, and the place in the pool that it is held by. */
interface Connection {
  client: Connected
  leave: Leave
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
  #client: Connected | undefined
  #leave: Leave = () => {}
  #em: EntityManager | undefined
  #open = true
  #failure: { cause: unknown } | undefined
  #entered: Promise<unknown> = Promise.resolve()
  readonly #tallied = new Map<string, number>()
  organizationId = ''

  constructor(orm: MikroORM, connect: () => Promise<Connection>, mode: 'read' | 'write') {
    this.#orm = orm
    this.#connect = connect
    this.#mode = mode
    this.#opening = [{ text: mode === 'read' ? 'begin read only' : 'begin', values: [] }]
  }

  /** Takes a connection and sends what opens the transaction. */
  open(): Promise<void> {
    this.#opened ??= this.#connect().then(({ client, leave }) => {
      this.#client = client
      this.#leave = leave
      for (const statement of this.#opening) this.write(statement)
    })
    return this.#opened
  }

  /** Rows of a statement written with the `sql` tag, run as a named prepared statement. */
  async query<Row>(statement: Statement): Promise<Row[]> {
    if (!this.#client) await this.open()
    const client = this.#client as unknown as Connected
    gather(client)
    try {
      return await run<Row>(client, statement)
    } catch (error) {
      this.#failure ??= { cause: error }
      throw this.#failure.cause
    }
  }

  /** Sends a statement whose answer is not used; where it fails, so does whatever comes after it, the commit at last. */
  write(statement: Statement) {
    this.query(statement).catch(() => {})
  }

  /** Sets the organization by the given statement (`set_org` or `enter`), before anything of it is touched. */
  enter<Row>(organizationId: string, statement: Statement): Promise<Row[]> {
    this.organizationId = organizationId
    const answer = this.query<Row>(statement)
    answer.catch(() => {})
    this.#entered = answer
    return answer
  }

  /** The same for a transaction that is not open yet, and whose caller is known: sent when it opens. */
  enterLater(organizationId: string, statement: Statement) {
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
      this.#em.setTransactionContext(this)
    }
    return this.#em
  }

  /** Adds to a tally of the organization, by the last statements before the commit. */
  tally(name: string, change: number) {
    this.#tallied.set(name, (this.#tallied.get(name) ?? 0) + change)
  }

  /** Sends the insert of a new entity, past the unit of work: nothing of it is to be compared. */
  async insert(entity: object) {
    for (const [name, change] of difference(entity.constructor, undefined, entity as never)) this.tally(name, change)
    const { em } = this.#orm
    const row = em.getComparator().prepareEntity(entity)
    await em.getDriver().nativeInsertMany(entity.constructor as never, [row as never], {
      ctx: this,
      convertCustomTypes: false,
      processCollections: false,
    })
  }

  /** Sends what the unit of work holds; without one there is nothing to send. */
  async flush() {
    await this.#em?.flush()
  }

  /** Commits; with the last statements, which travel in the same packet and undo everything where one fails. */
  async commit(last: readonly Statement[] = []) {
    if (!this.#opened) return
    if (this.#mode === 'read') {
      await this.#entered
      return this.#handBack()
    }
    for (const [name, change] of this.#tallied) if (!change) this.#tallied.delete(name)
    if (this.#tallied.size) this.write(addTo(this.organizationId, this.#tallied))
    for (const statement of last) this.write(statement)
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
    const client = this.#client as Connected
    this.#open = false
    try {
      gather(client)
      const result = await client.query(command)
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw error
    } finally {
      this.#leave()
    }
  }

  /** Hands the connection back before its commit, which then leaves with the next operation's first packet. */
  #handBack() {
    const client = this.#client as Connected
    this.#open = false
    client.leaving = setTimeout(() => finish(client), longestIdle)
    client.release()
    this.#leave()
  }
}

/** Milliseconds that a connection without work keeps a read transaction open. */
const longestIdle = 3

/** Ends the read transaction that a connection was handed back with. */
function finish(client: Connected) {
  if (!client.leaving) return
  clearTimeout(client.leaving)
  client.leaving = undefined
  gather(client)
  // Where it fails, so does whatever comes next; by itself it is nobody's.
  client.query('commit').catch(() => {})
}

/** What is written to the connection in this turn leaves it as one packet: a system call costs more than most statements. */
function gather(client: PoolClient) {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Connects to PostgreSQL as the restricted role. `entities` are the classes of every feature. */
export async function connect(
  url: string,
  entities: object[],
  poolSize: number,
  patience: Patience,
): Promise<Database> {
  const pool = createPool(url, 'app', poolSize, patience)
  // The last connection is left to what has no organization and takes a moment: counting a request, readiness, the bell.
  const turns = createFairQueue({ places: Math.max(1, poolSize - 1), longestWait: patience.waitTimeoutMs })
  const orm = await MikroORM.init({
    entities: entities as never[],
    metadataProvider: ReflectMetadataProvider,
    clientUrl: url,
    driver: OperationDriver,
    subscribers: [changeCollector],
    connect: false,
    autoJoinRefsForFilters: false,
    implicitTransactions: false,
    forceUtcTimezone: true,
    ensureDatabase: false,
    debug: false,
  } as never)

  pool.on('acquire', finish)
  const connection = async (organizationId: string): Promise<Connection> => {
    const leave = await turns.enter(organizationId)
    try {
      return { client: await pool.connect(), leave }
    } catch (error) {
      leave()
      throw error
    }
  }
  const begin = async (mode: 'read' | 'write', organizationId: string) => {
    const transaction = new Transaction(orm, () => connection(organizationId), mode)
    await transaction.open()
    return transaction
  }

  return {
    orm,
    pool,
    begin,
    beginLater: (organizationId) => new Transaction(orm, () => connection(organizationId), 'read'),
    async tenant(organizationId, work) {
      const transaction = await begin('write', organizationId)
      try {
        transaction.enter(organizationId, sql`select set_org(${organizationId})`)
        const result = await work(transaction)
        await transaction.flush()
        await transaction.commit()
        return result
      } catch (error) {
        throw (await transaction.rollback()) ?? error
      }
    },
    async close() {
      await orm.close(true)
      await pool.end()
    },
  }
}
