import { Client } from 'pg'

/** The right to send a webhook's deliveries, which one process has at a time. */
export interface Lane {
  /** False once the connection that held the right is gone. */
  held(): boolean
  free(): Promise<void>
}

export interface LaneLocks {
  /** The lane of a webhook; null where another process has it, or the database is away. */
  take(webhookId: string): Promise<Lane | null>
  close(): Promise<void>
}

const pauseBeforeConnecting = 1000

/**
 * Lanes as advisory locks of a session of their own: they go with the process, however it ends. The server asks a
 * silent session for a sign of life, so that they go with the machine too.
 */
export async function createLaneLocks(url: string, log: (error: unknown) => void): Promise<LaneLocks> {
  let session: Client | undefined
  let closed = false
  const connect = async () => {
    const client = new Client({
      connectionString: url,
      application_name: 'kontor lanes',
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
      const key = [`kontor lane ${webhookId}`]
      const { rows } = await holder.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', key)
      if (!rows[0]?.taken) return null
      return {
        held: () => session === holder,
        async free() {
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
