import { Client } from 'pg'

/** The right to send a webhook's deliveries, which one process has at a time. */
interface QueueLock {
  /** False once the connection that held the right is gone. */
  held(): boolean
  release(): Promise<void>
}

export interface QueueLocks {
  /** The lock of a webhook's queue; null where another process has it, or the database is away. */
  take(webhookId: string): Promise<QueueLock | null>
  close(): Promise<void>
}

const pauseBeforeConnecting = 1000

/**
 * Queues are locked by advisory locks of a session of their own: they are released with the process, however it ends. The server asks a
 * silent session for a sign of life, so that they are released with the machine too.
 */
export async function createQueueLocks(url: string, log: (error: unknown) => void): Promise<QueueLocks> {
  let session: Client | undefined
  let closed = false
  const connect = async () => {
    const client = new Client({
      connectionString: url,
      application_name: 'kontor queues',
      keepAlive: true,
      pipeline: true,
      options: '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3',
    })
    client.on('error', () => {})
    client.on('end', () => {
      if (session === client) session = undefined
      if (!closed) setTimeout(() => closed || connect().catch(log), pauseBeforeConnecting).unref()
    })
    await client.connect()
    session = client
  }
  await connect()

  return {
    async take(webhookId) {
      const holder = session
      if (!holder) return null
      const key = [`kontor queue ${webhookId}`]
      const { rows } = await holder.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', key)
      if (!rows[0]?.taken) return null
      return {
        held: () => session === holder,
        async release() {
          if (session === holder) await holder.query('select pg_advisory_unlock(hashtextextended($1, 0))', key)
        },
      }
    },
    async close() {
      closed = true
      await session?.end()
    },
  }
}
