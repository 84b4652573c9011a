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

export interface Database {
  readonly orm: MikroORM
  readonly pool: Pool
  /**
   * Opens a transaction on its own connection, in the organization's turn ('' without one); no organization holds more than half of the
   * connections. Row-level security rejects reads and writes until `enter` has set the organization. Large reads take a memory slot, or
   * roll back if none is free (`MemoryUnavailable`); without a slot there is no limit.
   */
  begin(mode: 'read' | 'write', organizationId: string, memorySlot: MemorySlot | null): Promise<Transaction>
  /** A read transaction that opens with its first statement, if any. */
  beginLazily(organizationId: string, memorySlot: MemorySlot | null): Transaction
  /** Runs and commits a transaction of one organization, for jobs and listeners. */
  tenant<T>(organizationId: string, work: (transaction: Transaction) => Promise<T>): Promise<T>
  /** Reads from one snapshot. Holds a connection all the time. */
  snapshot<T>(organizationId: string, work: (transaction: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface ConnectOptions {
  poolSize: number
  isDistributed: boolean
  timeouts: Timeouts
  responseMemory: FairQueue
}

/** Citus passes it on to the organization's server. */
const oneMoment: Statement = { text: 'set transaction isolation level repeatable read, read only', values: [] }

/** Connects as the restricted role, by its own URL or one derived from the owner's. `entities` are those of all features. */
export async function connectDatabase(
  url: string,
  entities: object[],
  { poolSize, isDistributed, timeouts, responseMemory }: ConnectOptions,
): Promise<Database> {
  const pool = createPool(url, 'app', poolSize, timeouts, isDistributed)
  // One connection is reserved for short statements without an organization: rate limits, readiness, notifications.
  const maxConcurrent = Math.max(1, poolSize - 1)
  // If responses of the organization wait for memory, concurrent reads would likely be rolled back: one at a time.
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
  // Lock timeouts apply on the server that holds the rows.
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
