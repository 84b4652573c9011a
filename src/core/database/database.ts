import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy'
import { MikroORM } from '@mikro-orm/postgresql'
import type { Pool } from 'pg'
import { createFairQueue, type FairQueue } from '#core/runtime/fair-queue'
import type { MemorySlot } from '#core/runtime/response-memory'
import { changeCollector } from './changed-fields.ts'
import { createPool, type Statement, type Timeouts } from './connection.ts'
import { OperationDriver } from './driver.ts'
import { endPendingRead } from './pipeline.ts'
import { select } from './select.ts'
import { type Connection, Transaction } from './transaction.ts'

/** The database as the service sees it: entities, and transactions that belong to one organization. */
export interface Database {
  readonly orm: MikroORM
  readonly pool: Pool
  /**
   * Opens a transaction on a connection of its own, in the turn of its organization ('' where there is none): no
   * organization holds more than half of them. Nothing of a tenant can be read or written in it before
   * `enter` has set the organization: row-level security answers an unset one with an error. Who reads
   * much takes a memory slot, or is undone where none is free (`MemoryUnavailable`); without one there is no limit.
   */
  begin(mode: 'read' | 'write', organizationId: string, memorySlot: MemorySlot | null): Promise<Transaction>
  /** A read transaction that opens with its first statement, and without one never: for what seldom needs any. */
  beginLazily(organizationId: string, memorySlot: MemorySlot | null): Transaction
  /** Runs `work` in a transaction of one organization, for jobs and listeners, and commits it. */
  tenant<T>(organizationId: string, work: (transaction: Transaction) => Promise<T>): Promise<T>
  /** The same for reads alone, which all see the moment of the first of them. It keeps a connection for as long as it takes. */
  snapshot<T>(organizationId: string, work: (transaction: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface ConnectOptions {
  poolSize: number
  /** Whether the database is one of Citus. */
  isDistributed: boolean
  timeouts: Timeouts
  responseMemory: FairQueue
}

/** Citus tells it to the server of the organization. */
const oneMoment: Statement = { text: 'set transaction isolation level repeatable read, read only', values: [] }

/** Connects to PostgreSQL as the restricted role, by the address of the owner or its own. `entities` are the classes of every feature. */
export async function connectDatabase(
  url: string,
  entities: object[],
  { poolSize, isDistributed, timeouts, responseMemory }: ConnectOptions,
): Promise<Database> {
  const pool = createPool(url, 'app', poolSize, timeouts, isDistributed)
  // The last connection is left to what has no organization and takes a moment: counting a request, readiness, notifications.
  const maxConcurrent = Math.max(1, poolSize - 1)
  // Where answers of an organization wait for room, what it reads beside them is likely to be undone: one at a time.
  const maxPerKey = (organizationId: string) =>
    responseMemory.hasWaiting(organizationId) ? 1 : Math.ceil(maxConcurrent / 2)
  const turns = createFairQueue({ maxConcurrent, maxPerKey, maxWaitMs: timeouts.waitTimeoutMs })
  const orm = new MikroORM({
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

  pool.on('acquire', endPendingRead)
  const connection = async (organizationId: string): Promise<Connection> => {
    const release = await turns.acquire(organizationId)
    try {
      return { client: await pool.connect(), release }
    } catch (error) {
      release()
      throw error
    }
  }
  // The server of an organization's rows is where their locks are waited for.
  const settings = isDistributed ? [{ text: `set local lock_timeout = ${timeouts.lockTimeoutMs}`, values: [] }] : []
  const open = async (
    mode: 'read' | 'write',
    organizationId: string,
    memorySlot: MemorySlot | null,
    opening: readonly Statement[],
  ) => {
    const transaction = new Transaction(orm, () => connection(organizationId), mode, memorySlot, opening)
    await transaction.open()
    return transaction
  }
  const begin = (mode: 'read' | 'write', organizationId: string, memorySlot: MemorySlot | null) =>
    open(mode, organizationId, memorySlot, mode === 'write' ? settings : [])
  const within = async <T>(
    transaction: Transaction,
    organizationId: string,
    work: (transaction: Transaction) => Promise<T>,
  ) => {
    try {
      transaction.enter(organizationId, select`set_org(${organizationId})`)
      const result = await work(transaction)
      await transaction.flush()
      await transaction.commit()
      return result
    } catch (error) {
      throw (await transaction.rollback()) ?? error
    }
  }

  return {
    orm,
    pool,
    begin,
    beginLazily: (organizationId, memorySlot) =>
      new Transaction(orm, () => connection(organizationId), 'read', memorySlot),
    tenant: async (organizationId, work) => within(await begin('write', organizationId, null), organizationId, work),
    snapshot: async (organizationId, work) =>
      within(await open('write', organizationId, null, [oneMoment]), organizationId, work),
    async close() {
      await orm.close(true)
      await pool.end()
    },
  }
}
