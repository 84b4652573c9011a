import { EventEmitter } from 'node:events'
import { Client, type Pool } from 'pg'

/** Notifies all processes after a commit. Data stays in tables, so lost notifications lose nothing. */
export interface Bus {
  notify(organizationId: string): void
  /** Returns a function that stops it. */
  onNotify(listener: (organizationId: string) => void): () => void
  wake(jobKind: string): void
  onWake(listener: (jobKind: string) => void): () => void
  /** Sends text without blanks, at most 7,000 characters, to a topic's listeners in all processes. */
  publish(topic: Topic, text: string): void
  subscribe(topic: Topic, listener: (text: string) => void): () => void
  close(): Promise<void>
}

type Topic = 'page' | 'presence' | 'access'

const channel = 'kontor'
const coalesceMs = 20
/** NOTIFY carries at most 8,000 bytes. */
const maxPayloadLength = 7_500

/**
 * A bus between all processes of a database. NOTIFY takes a lock that serializes commits, so it is sent outside transactions, and
 * notifications within 20 ms are combined.
 */
export async function createBus(url: string, pool: Pool, log: (error: unknown) => void): Promise<Bus> {
  const emitter = new EventEmitter().setMaxListeners(0)
  const own = crypto.randomUUID()
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let client: Client | undefined

  /** Either an organization's id, or a topic with text. */
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
