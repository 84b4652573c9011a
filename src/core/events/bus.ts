import { EventEmitter } from 'node:events'
import { Client, type Pool } from 'pg'

/**
 * Announces, after the commit, that an organization has new events or that there is a job of a kind. What happened is
 * in the table: a notification that nobody receives loses nothing.
 */
export interface Bus {
  notify(organizationId: string): void
  /** Calls back for every notification, of this process and of the others; answers how to stop. */
  onNotify(listener: (organizationId: string) => void): () => void
  wake(jobKind: string): void
  onWake(listener: (jobKind: string) => void): () => void
  close(): Promise<void>
}

const channel = 'kontor'
const coalesceMs = 20
const jobPrefix = 'job:'

/**
 * A bus between all processes on one database. NOTIFY takes a lock that serializes commits, so it stands outside
 * business transactions and is coalesced: many notifications within 20 ms are one statement.
 */
export async function createBus(url: string, pool: Pool, log: (error: unknown) => void): Promise<Bus> {
  const emitter = new EventEmitter().setMaxListeners(0)
  const own = crypto.randomUUID()
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let client: Client | undefined

  /** A message is an organization's id, or a kind of job behind a prefix. */
  const deliver = (message: string) =>
    message.startsWith(jobPrefix)
      ? emitter.emit('wake', message.slice(jobPrefix.length))
      : emitter.emit('notify', message)

  const listen = async () => {
    const candidate = new Client({ connectionString: url, application_name: 'kontor bus', keepAlive: true })
    candidate.on('error', () => {})
    candidate.on('notification', ({ payload = '' }) => {
      const [sender, ...messages] = payload.split(' ')
      if (sender !== own) messages.forEach(deliver)
    })
    candidate.on('end', () => {
      if (!closed) setTimeout(() => !closed && listen().catch(log), 1000).unref()
    })
    await candidate.connect()
    await candidate.query(`listen ${channel}`)
    client = candidate
  }
  await listen()

  const notifyOthers = () => {
    timer = undefined
    const messages = [...waiting]
    waiting.clear()
    // A NOTIFY carries 8,000 bytes at most: 200 organizations fit.
    for (let start = 0; start < messages.length; start += 200) {
      const payload = [own, ...messages.slice(start, start + 200)].join(' ')
      pool.query('select pg_notify($1, $2)', [channel, payload]).catch(log)
    }
  }

  const send = (message: string) => {
    if (closed) return
    deliver(message)
    waiting.add(message)
    timer ??= setTimeout(notifyOthers, coalesceMs)
  }
  const listenTo = (name: 'notify' | 'wake', listener: (of: string) => void) => {
    emitter.on(name, listener)
    return () => void emitter.off(name, listener)
  }

  return {
    notify: send,
    onNotify: (listener) => listenTo('notify', listener),
    wake: (kind) => send(jobPrefix + kind),
    onWake: (listener) => listenTo('wake', listener),
    async close() {
      closed = true
      clearTimeout(timer)
      if (waiting.size) notifyOthers()
      await client?.end()
    },
  }
}
