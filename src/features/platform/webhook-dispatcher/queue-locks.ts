import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { socketOf } from '#core/database/pipeline'

/** The right to send a webhook's deliveries, which one process has at a time. */
interface QueueLock {
  /** False once the session that held the right is gone. */
  isHeld(): boolean
  release(): Promise<void>
}

export interface QueueLocks {
  /** The lock of a webhook's queue; null where another process has it, or the database is away. */
  take(webhookId: string): Promise<QueueLock | null>
  close(): Promise<void>
}

const reconnectDelay = 1000

/** A session that is silent for so long is ended by the server: its process hangs, or is stopped. */
const maxSilence = 12_000
const heartbeatInterval = 3_000

/** A session of the database, as long as it proves that it lives. */
interface Session {
  client: Client
  /** When what the server answered last was sent. */
  aliveAt: number
}

/**
 * Queues are locked by advisory locks of a session of their own, which ends with the process, however it ends; with the machine, for the
 * server asks a silent session for a sign of life; and where the process goes on existing and does nothing any more.
 */
export async function createQueueLocks(url: string, log: (error: unknown) => void): Promise<QueueLocks> {
  let session: Session | undefined
  let closed = false
  const connect = async () => {
    const client = new Client({
      connectionString: url,
      application_name: 'kontor queues',
      keepAlive: true,
      pipeline: true,
      connectionTimeoutMillis: maxSilence,
      query_timeout: maxSilence,
      options: `-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c idle_session_timeout=${maxSilence}`,
    })
    client.on('error', () => {})
    client.on('end', () => {
      if (session?.client === client) session = undefined
      if (!closed) setTimeout(() => closed || connect().catch(log), reconnectDelay).unref()
    })
    await client.connect()
    session = { client, aliveAt: performance.now() }
    // Where the server hangs, the session is not waited for: a new one is asked for.
    stayAlive(session).catch(() => socketOf(client).destroy())
  }
  const stayAlive = async (current: Session) => {
    while (session === current) {
      const sentAt = performance.now()
      await current.client.query('select 1')
      current.aliveAt = sentAt
      await pause(heartbeatInterval, undefined, { ref: false })
    }
  }
  // Whoever wakes up knows by the clock that the session is over, before the server's word of it is read.
  const isAlive = (holder: Session) => session === holder && performance.now() - holder.aliveAt < maxSilence
  await connect()

  return {
    async take(webhookId) {
      const holder = session
      if (!holder) return null
      const key = [`kontor queue ${webhookId}`]
      const { rows } = await holder.client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', key)
      if (!rows[0]?.taken) return null
      return {
        isHeld: () => isAlive(holder),
        async release() {
          if (session === holder) await holder.client.query('select pg_advisory_unlock(hashtextextended($1, 0))', key)
        },
      }
    },
    async close() {
      closed = true
      await session?.client.end()
    },
  }
}
