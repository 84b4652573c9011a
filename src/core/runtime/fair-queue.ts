import { unavailable } from '#core/errors/problem'
import { createKeyedCounter } from './keyed-counter.ts'

/** Frees the place; calling it twice is harmless. */
export type Release = () => void

/**
 * Limits concurrent use of a scarce resource such as connections. Callers wait per key (an organization), and keys are served in
 * rotation, so that a long line delays only itself. No key holds more than `maxPerKey` places.
 */
export interface FairQueue {
  /** Waits for a place; 503 after `maxWaitMs`. */
  acquire(key: string): Promise<Release>
  /** Null unless a place is free and nobody waits for it. */
  tryAcquire(key: string): Release | null
  run<T>(key: string, work: () => T | Promise<T>): Promise<T>
  readonly taken: number
  /** Callers that wait, over all keys. */
  readonly waiting: number
  /** `group` is a key if there are no groups. */
  hasWaiting(group: string): boolean
}

export interface FairQueueOptions {
  maxConcurrent: number
  /** Half of `maxConcurrent` by default; a function is called each time. */
  maxPerKey?: number | ((key: string) => number)
  /** The group that a key belongs to, like the organization of a token, and the places of a group; none unless given. */
  groups?: { of(key: string): string; most: number }
  maxWaitMs: number
  /** Further callers get 503 at once. No limit by default. */
  maxWaitingPerKey?: number
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
  /** In the order in which keys are served: a key that was served moves to the end. */
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

  /** Admits the first caller of the next key that may take a place; its group and key then go behind all others. */
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

/** Runs one piece of work per turn of the event loop, organizations in rotation. */
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
