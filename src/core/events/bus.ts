import { EventEmitter } from 'node:events'
import { Client, type Pool } from 'pg'

/**
 * The doorbell: says that an organization has new events, after they are committed. The events table is the letter;
 * a bell that nobody hears loses nothing.
 */
export interface Bus {
  ring(organizationId: string): void
  /** Calls back for every ring, of this process and of the others; answers how to stop. */
  onRing(listener: (organizationId: string) => void): () => void
  close(): Promise<void>
}

const channel = 'kontor_bell'
const pauseBetweenBells = 20

/**
 * A bus between all processes on one database. NOTIFY takes a lock that serializes commits, so it stands outside
 * business transactions and is coalesced: many rings within 20 ms are one statement.
 */
export async function createBus(url: string, pool: Pool, log: (error: unknown) => void): Promise<Bus> {
  const emitter = new EventEmitter().setMaxListeners(0)
  const own = crypto.randomUUID()
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let client: Client | undefined

  const listen = async () => {
    const candidate = new Client({ connectionString: url, application_name: 'kontor bus', keepAlive: true })
    candidate.on('error', () => {})
    candidate.on('notification', ({ payload = '' }) => {
      const [sender, ...organizations] = payload.split(' ')
      if (sender !== own) for (const organizationId of organizations) emitter.emit('ring', organizationId)
    })
    candidate.on('end', () => {
      if (!closed) setTimeout(() => !closed && listen().catch(log), 1000).unref()
    })
    await candidate.connect()
    await candidate.query(`listen ${channel}`)
    client = candidate
  }
  await listen()

  const tellOthers = () => {
    timer = undefined
    const organizations = [...waiting]
    waiting.clear()
    // A NOTIFY carries 8,000 bytes at most: 200 organizations fit.
    for (let start = 0; start < organizations.length; start += 200) {
      const payload = [own, ...organizations.slice(start, start + 200)].join(' ')
      pool.query('select pg_notify($1, $2)', [channel, payload]).catch(log)
    }
  }

  return {
    ring(organizationId) {
      if (closed) return
      emitter.emit('ring', organizationId)
      waiting.add(organizationId)
      timer ??= setTimeout(tellOthers, pauseBetweenBells)
    },
    onRing(listener) {
      emitter.on('ring', listener)
      return () => emitter.off('ring', listener)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      if (waiting.size) tellOthers()
      await client?.end()
    },
  }
}
