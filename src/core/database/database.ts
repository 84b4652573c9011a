import type { Writable } from 'node:stream'
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy'
import { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import sql from 'sql-template-tag'
import { changeCollector } from '../events/record.ts'
import { createPool, run, type Statement } from './connection.ts'
import { tenantFilter } from './entity.ts'

/** The database as the service sees it: entities, and transactions that belong to one organization. */
export interface Database {
  readonly orm: MikroORM
  readonly pool: Pool
  /**
   * Opens a transaction on a connection of its own. Nothing of a tenant can be read or written in it before
   * `enter` has set the organization: row-level security answers an unset one with an error.
   */
  begin(mode: 'read' | 'write'): Promise<Transaction>
  /** Runs `work` in a transaction of one organization, for jobs and listeners, and commits it. */
  tenant<T>(organizationId: string, work: (transaction: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type Connected = PoolClient & { kysely?: Kysely<unknown> }

/** One transaction on one connection. The entity manager is made only where it is asked for. */
export class Transaction {
  readonly #orm: MikroORM
  readonly #client: Connected
  readonly #begun: Promise<unknown>
  #em: EntityManager | undefined
  #open = true
  organizationId = ''

  constructor(orm: MikroORM, client: PoolClient, begun: Promise<unknown>) {
    this.#orm = orm
    this.#client = client
    this.#begun = begun
  }

  /** Rows of a statement written with the `sql` tag, run as a named prepared statement. */
  query<Row>(statement: Statement): Promise<Row[]> {
    gather(this.#client)
    return run<Row>(this.#client, statement)
  }

  /** Sets the organization by the given statement (`set_org` or `enter`), before anything of it is touched. */
  async enter<Row>(organizationId: string, statement: Statement): Promise<Row[]> {
    this.organizationId = organizationId
    const [rows] = await Promise.all([this.query<Row>(statement), this.#begun])
    return rows
  }

  /** The unit of work of this transaction, bound to its organization. */
  get em(): EntityManager {
    if (!this.#em) {
      this.#em = this.#orm.em.fork()
      this.#em.setFilterParams(tenantFilter, { organizationId: this.organizationId })
      this.#em.setTransactionContext(kyselyOn(this.#client))
    }
    return this.#em
  }

  /** True once something has asked for the entity manager: without one there is nothing to flush. */
  get hasUnitOfWork() {
    return this.#em !== undefined
  }

  /** Commits; with a `last` statement, which travels in the same packet and undoes everything where it fails. */
  async commit(last?: Statement) {
    const ran = last && this.query(last)
    const [{ command }] = await Promise.all([this.#end('commit'), ran])
    if (command !== 'COMMIT') throw new Error('The transaction had failed before its commit.')
  }

  /** Undoes everything; harmless after a commit or another rollback. */
  async rollback() {
    if (this.#open) await this.#end('rollback').catch(() => {})
  }

  async #end(command: 'commit' | 'rollback') {
    this.#open = false
    try {
      const result = await this.#client.query(command)
      this.#client.release()
      return result
    } catch (error) {
      this.#client.release(true)
      throw error
    }
  }
}

/** What is written to the connection in this turn leaves it as one packet: a system call costs more than most statements. */
function gather(client: PoolClient) {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** MikroORM speaks to the database through Kysely: here one that is nailed to a transaction's connection. */
function kyselyOn(client: Connected): Kysely<unknown> {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql: text, parameters }: CompiledQuery) {
      const { command, rowCount, rows } = await client.query(text, [...parameters])
      const affected = command === 'SELECT' ? {} : { numAffectedRows: BigInt(rowCount ?? 0) }
      return { ...affected, rows: rows as Row[] }
    },
    // biome-ignore lint/correctness/useYield: nothing is streamed inside an operation
    async *streamQuery(): AsyncGenerator<never> {
      throw new Error('Statements are not streamed inside an operation.')
    },
  }
  client.kysely ??= kyselyOver(async () => connection)
  return client.kysely
}

function kyselyOver(acquireConnection: () => Promise<DatabaseConnection>): Kysely<unknown> {
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createDriver: () => ({
        init: async () => {},
        destroy: async () => {},
        acquireConnection,
        releaseConnection: async () => {},
        beginTransaction: outsideAnOperation,
        commitTransaction: outsideAnOperation,
        rollbackTransaction: outsideAnOperation,
      }),
    },
  })
}

const outsideAnOperation = async (): Promise<never> => {
  throw new Error('An entity manager works inside an operation, which begins and ends the transaction.')
}

/** Connects to PostgreSQL as the restricted role. `entities` are the classes of every feature. */
export async function connect(url: string, entities: object[], poolSize: number): Promise<Database> {
  const pool = createPool(url, 'app', poolSize)
  const orm = await MikroORM.init({
    entities: entities as never[],
    metadataProvider: ReflectMetadataProvider,
    clientUrl: url,
    driverOptions: kyselyOver(outsideAnOperation),
    subscribers: [changeCollector],
    connect: false,
    autoJoinRefsForFilters: false,
    implicitTransactions: false,
    forceUtcTimezone: true,
    ensureDatabase: false,
    debug: false,
  } as never)

  const begin = async (mode: 'read' | 'write') => {
    const client = await pool.connect()
    gather(client)
    const begun = client.query(mode === 'read' ? 'begin read only' : 'begin')
    // Where it fails, so does whatever comes next; by itself it is nobody's.
    begun.catch(() => {})
    return new Transaction(orm, client, begun)
  }

  return {
    orm,
    pool,
    begin,
    async tenant(organizationId, work) {
      const transaction = await begin('write')
      try {
        await transaction.enter(organizationId, sql`select set_org(${organizationId})`)
        const result = await work(transaction)
        if (transaction.hasUnitOfWork) await transaction.em.flush()
        await transaction.commit()
        return result
      } finally {
        await transaction.rollback()
      }
    },
    async close() {
      await orm.close(true)
      await pool.end()
    },
  }
}
