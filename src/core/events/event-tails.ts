import type { Database } from '#core/database/database'
import type { Bus } from './bus.ts'
import { findEventSequence, readEventsAfter, type StoredEvent } from './stored-events.ts'

/** Follows the events of organizations. Each event is read once per process, however many followers there are. */
export interface EventTails {
  /**
   * Yields events after `sequence`, or new ones if it is null, in order and without gaps, until aborted. Slow followers read again from
   * the table, so nothing is buffered for them.
   */
  follow(organizationId: string, sequence: number | null, signal: AbortSignal): AsyncGenerator<StoredEvent>
  /** Followers that wait for the next event. */
  countWaiting(organizationId: string): number
  close(): void
}

const batch = 500
/** Polling interval in milliseconds, as notifications can be lost. */
const lookAnyway = 5_000

class Tail {
  readonly #database: Database
  readonly #organizationId: string
  #recent: StoredEvent[] = []
  #reading: Promise<void> | undefined
  #again = false
  #waiting = new Set<() => void>()
  last = 0
  followers = 0
  readonly ready: Promise<void>

  constructor(database: Database, organizationId: string) {
    this.#database = database
    this.#organizationId = organizationId
    this.ready = findEventSequence(database, organizationId, null).then((sequence) => {
      this.last = sequence ?? 0
    })
  }

  /** Reads new events; notifications during a read cause one more. */
  refresh(): Promise<void> {
    if (this.#reading) this.#again = true
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #read() {
    await this.ready
    do {
      this.#again = false
      const events = await readEventsAfter(this.#database, this.#organizationId, this.last, batch)
      if (!events.length) continue
      this.#recent = [...this.#recent, ...events].slice(-batch)
      this.last = events.at(-1)?.sequence ?? this.last
      this.#again ||= events.length === batch
      const waiting = this.#waiting
      this.#waiting = new Set()
      for (const wake of waiting) wake()
    } while (this.#again)
  }

  async after(sequence: number): Promise<StoredEvent[]> {
    const first = this.#recent[0]
    if (first && first.sequence <= sequence + 1) return this.#recent.slice(sequence + 1 - first.sequence)
    return readEventsAfter(this.#database, this.#organizationId, sequence, batch)
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Resolves on new events or abort. */
  news(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        signal.removeEventListener('abort', wake)
        this.#waiting.delete(wake)
        resolve()
      }
      this.#waiting.add(wake)
      signal.addEventListener('abort', wake, { once: true })
    })
  }
}

export function createEventTails(database: Database, bus: Bus, log: (error: unknown) => void): EventTails {
  const tails = new Map<string, Tail>()
  const refresh = (organizationId: string) => tails.get(organizationId)?.refresh().catch(log)
  const stopListening = bus.onNotify(refresh)
  const timer = setInterval(() => {
    for (const organizationId of tails.keys()) refresh(organizationId)
  }, lookAnyway)

  return {
    async *follow(organizationId, sequence, signal) {
      const tail = tails.get(organizationId) ?? new Tail(database, organizationId)
      tails.set(organizationId, tail)
      tail.followers += 1
      try {
        await tail.ready
        if (sequence === null) await tail.refresh()
        let cursor = sequence ?? tail.last
        while (!signal.aborted) {
          const { last } = tail
          if (cursor >= last) {
            await tail.news(signal)
            continue
          }
          const events = await tail.after(cursor)
          for (const event of events) {
            if (signal.aborted) return
            cursor = event.sequence
            yield event
          }
          // Events before `last` are no longer cached.
          if (!events.length) cursor = last
        }
      } finally {
        tail.followers -= 1
        if (tail.followers === 0) tails.delete(organizationId)
      }
    },
    countWaiting: (organizationId) => tails.get(organizationId)?.waiting ?? 0,
    close() {
      stopListening()
      clearInterval(timer)
      tails.clear()
    },
  }
}
