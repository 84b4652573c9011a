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
  /** Says something else, of at most 7,000 characters without a blank, to whoever listens to its topic in any process. */
  publish(topic: Topic, text: string): void
  subscribe(topic: Topic, listener: (text: string) => void): () => void
  close(): Promise<void>
}

/** What processes tell each other: that an open page has changed, who is there, and that a member may do something else than before. */
type Topic = 'page' | 'presence' | 'access'

const channel = 'kontor'
const coalesceMs = 20
/** Of the 8,000 bytes that a NOTIFY carries. */
const maxPayloadLength = 7_500

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

  /** A message is an organization's id, or something else behind its topic. */
  const deliver = (message: string) => {
    const colon = message.indexOf(':')
    if (colon < 0) emitter.emit('notify', message)
    else emitter.emit(`:${message.slice(0, colon)}`, message.slice(colon + 1))
  }

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
    let payload = own
    const announce = () => pool.query('select pg_notify($1, $2)', [channel, payload]).catch(log)
    for (const message of messages) {
      if (payload.length + message.length > maxPayloadLength) {
        announce()
        payload = own
      }
      payload += ` ${message}`
    }
    announce()
  }

  const send = (message: string) => {
    if (closed) return
    deliver(message)
    waiting.add(message)
    timer ??= setTimeout(notifyOthers, coalesceMs)
  }
  const listenTo = (name: 'notify' | `:${Topic | 'job'}`, listener: (of: string) => void) => {
    emitter.on(name, listener)
    return () => void emitter.off(name, listener)
  }

  return {
    notify: send,
    onNotify: (listener) => listenTo('notify', listener),
    wake: (kind) => send(`job:${kind}`),
    onWake: (listener) => listenTo(':job', listener),
    publish: (topic, text) => send(`${topic}:${text}`),
    subscribe: (topic, listener) => listenTo(`:${topic}`, listener),
    async close() {
      closed = true
      clearTimeout(timer)
      if (waiting.size) notifyOthers()
      await client?.end()
    },
  }
}
