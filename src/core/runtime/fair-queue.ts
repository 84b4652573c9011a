import { unavailable } from '#core/errors/problem'
import { createKeyedCounter } from './keyed-counter.ts'

/** Gives the place back; harmless when called twice. */
export type Release = () => void

/**
 * Turns at something that is scarce: connections, workers. Who waits stands in the line of its key (an organization),
 * and the lines are served in rotation: a long one keeps only itself waiting. No key holds more than `maxPerKey`
 * places, so that there is one left for a newcomer.
 */
export interface FairQueue {
  /** Waits for a place; 503 where none comes free in time. */
  acquire(key: string): Promise<Release>
  /** A place where one is free and nobody waits for it; null otherwise. */
  tryAcquire(key: string): Release | null
  /** Waits for a place, does the work in it and gives it back. */
  run<T>(key: string, work: () => T | Promise<T>): Promise<T>
  /** Places that are taken. */
  readonly taken: number
  /** How many wait, in all lines. */
  readonly waiting: number
  /** Whether anybody of a group waits, or of a key where there are no groups. */
  hasWaiting(group: string): boolean
}

export interface FairQueueOptions {
  maxConcurrent: number
  /** Places of one key, asked for each time; half of them unless given. */
  maxPerKey?: number | ((key: string) => number)
  /** The group that a key belongs to, like the organization of a token, and the places of a group; none unless given. */
  groups?: { of(key: string): string; most: number }
  /** Milliseconds that somebody waits at most. */
  maxWaitMs: number
  /** How many of one key wait at most: whoever comes then is refused at once. No limit unless given. */
  maxWaitingPerKey?: number
  /** Told whenever a place is taken. */
  onAcquire?(): void
}

interface Waiter {
  admit(): void
  timer: NodeJS.Timeout
}

export function createFairQueue({
  maxConcurrent,
  maxPerKey = Math.ceil(maxConcurrent / 2),
  groups,
  maxWaitMs,
  maxWaitingPerKey = Number.POSITIVE_INFINITY,
  onAcquire = () => {},
}: FairQueueOptions): FairQueue {
  /** Those who wait, by key, in the order in which the keys are served: a Map keeps it, and a key served goes to its end. */
  const lines = new Map<string, Set<Waiter>>()
  const held = createKeyedCounter()
  const heldByGroup = createKeyedCounter()
  let taken = 0

  const most = typeof maxPerKey === 'function' ? maxPerKey : () => maxPerKey
  const mayTake = (key: string) =>
    taken < maxConcurrent && held.count(key) < most(key) && (!groups || heldByGroup.count(groups.of(key)) < groups.most)

  const count = (key: string, change: 1 | -1) => {
    taken += change
    held.add(key, change)
    if (groups) heldByGroup.add(groups.of(key), change)
  }

  const take = (key: string): Release => {
    count(key, 1)
    onAcquire()
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      count(key, -1)
      serve()
    }
  }

  /** Admits the first of the next line whose key may take a place; after it come the other groups, and the other keys of its own. */
  const serve = () => {
    for (const [key, line] of lines) {
      if (!mayTake(key)) continue
      const [next] = line
      lines.delete(key)
      if (!next) continue
      line.delete(next)
      if (groups) goBehind(groups.of(key))
      if (line.size) lines.set(key, line)
      return next.admit()
    }
  }

  const goBehind = (group: string) => {
    for (const [key, line] of [...lines]) {
      if (groups?.of(key) !== group) continue
      lines.delete(key)
      lines.set(key, line)
    }
  }

  const wait = (key: string) =>
    new Promise<Release>((resolve, reject) => {
      const line = lines.get(key) ?? new Set()
      if (line.size >= maxWaitingPerKey) return reject(unavailable())
      lines.set(key, line)
      const waiter: Waiter = {
        admit() {
          clearTimeout(waiter.timer)
          resolve(take(key))
        },
        timer: setTimeout(() => {
          line.delete(waiter)
          if (!line.size) lines.delete(key)
          reject(unavailable())
        }, maxWaitMs),
      }
      line.add(waiter)
    })

  const tryAcquire = (key: string) => (mayTake(key) && !lines.has(key) ? take(key) : null)
  const acquire = async (key: string) => tryAcquire(key) ?? wait(key)

  return {
    acquire,
    tryAcquire,
    async run(key, work) {
      const release = await acquire(key)
      try {
        return await work()
      } finally {
        release()
      }
    },
    get taken() {
      return taken
    },
    hasWaiting: (group) => [...lines.keys()].some((key) => (groups ? groups.of(key) : key) === group),
    get waiting() {
      return [...lines.values()].reduce((sum, line) => sum + line.size, 0)
    },
  }
}

/** Turns of the event loop: one piece of work in each, from the organizations in rotation. */
export interface EventLoopTurns {
  next(organizationId: string): Promise<void>
}

export function createEventLoopTurns(): EventLoopTurns {
  const queue = createFairQueue({ maxConcurrent: 1, maxWaitMs: 60_000 })
  return {
    async next(organizationId) {
      const release = await queue.acquire(organizationId)
      setImmediate(release)
    },
  }
}
