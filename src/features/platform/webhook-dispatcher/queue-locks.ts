import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { socketOf } from '#core/database/pipeline'

interface QueueLock {
  /** False once the session that holds the lock has ended. */
  isHeld(): boolean
  release(): Promise<void>
}

export interface QueueLocks {
  /** Null if another process has the lock, or the database is unavailable. */
  take(webhookId: string): Promise<QueueLock | null>
  close(): Promise<void>
}

const reconnectDelay = 1000

/** The server ends sessions that are silent for longer, as their process hangs or is stopped. */
const maxSilence = 12_000
const heartbeatInterval = 3_000

interface Session {
  client: Client
  /** When the last answered keep-alive was sent. */
  aliveAt: number
}

/**
 * Queues are locked by advisory locks in a session of their own. It ends with the process, with the machine (TCP keep-alive), and if the
 * process hangs.
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
    // If the server hangs, the session is abandoned for a new one.
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
  // After a pause of the process, the clock shows that the session has ended before the server's message is read.
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
