import { EventEmitter } from 'node:events'
import { Client, type Pool } from 'pg'

/**
 * The doorbell: says that an organization has new events, or that there is a job of a kind, after they are committed.
 * The table is the letter; a bell that nobody hears loses nothing.
 */
export interface Bus {
  ring(organizationId: string): void
  /** Calls back for every ring, of this process and of the others; answers how to stop. */
  onRing(listener: (organizationId: string) => void): () => void
  wake(jobKind: string): void
  onWake(listener: (jobKind: string) => void): () => void
  close(): Promise<void>
}

const channel = 'kontor_bell'
const pauseBetweenBells = 20
const jobMark = 'job:'

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

  /** A bell is an organization's id, or a kind of job behind a mark. */
  const sound = (bell: string) =>
    bell.startsWith(jobMark) ? emitter.emit('wake', bell.slice(jobMark.length)) : emitter.emit('ring', bell)

  const listen = async () => {
    const candidate = new Client({ connectionString: url, application_name: 'kontor bus', keepAlive: true })
    candidate.on('error', () => {})
    candidate.on('notification', ({ payload = '' }) => {
      const [sender, ...bells] = payload.split(' ')
      if (sender !== own) bells.forEach(sound)
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
    const bells = [...waiting]
    waiting.clear()
    // A NOTIFY carries 8,000 bytes at most: 200 organizations fit.
    for (let start = 0; start < bells.length; start += 200) {
      const payload = [own, ...bells.slice(start, start + 200)].join(' ')
      pool.query('select pg_notify($1, $2)', [channel, payload]).catch(log)
    }
  }

  const tell = (bell: string) => {
    if (closed) return
    sound(bell)
    waiting.add(bell)
    timer ??= setTimeout(tellOthers, pauseBetweenBells)
  }
  const hear = (name: 'ring' | 'wake', listener: (of: string) => void) => {
    emitter.on(name, listener)
    return () => void emitter.off(name, listener)
  }

  return {
    ring: tell,
    onRing: (listener) => hear('ring', listener),
    wake: (kind) => tell(jobMark + kind),
    onWake: (listener) => hear('wake', listener),
    async close() {
      closed = true
      clearTimeout(timer)
      if (waiting.size) tellOthers()
      await client?.end()
    },
  }
}
