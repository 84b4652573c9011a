import { createFairQueue, type FairQueue, type Release } from './fair-queue.ts'
import { reduceHeapForAWhile } from './heap-tuning.ts'

/** Bytes that need no turn: rows read by one operation, those that are let arrive before it is asked for one, or an answer. */
export const maxBytesWithoutSlot = { rows: 1024 * 1024, arriving: 8 * 1024 * 1024, answer: 256 * 1024 }

/** The key of a token's own line, below that of its organization, whose key is its id alone. */
export const getMemoryKey = ({ organizationId, key }: { organizationId: string; key: string }) =>
  `${organizationId} ${key}`

/** The organization of either key. */
export const getOrganizationOfKey = (key: string) => key.split(' ', 1)[0] ?? key

/**
 * Turns at the memory: who reads many rows waits before they are shown, and what is large before it is sent. Two of a
 * token are held at once and four of an organization, from their reading until a slow client has taken them.
 */
export const createResponseMemory = (): FairQueue =>
  createFairQueue({
    maxConcurrent: 16,
    maxPerKey: 2,
    groups: { of: getOrganizationOfKey, most: 4 },
    maxWaitMs: 30_000,
    onAcquire: reduceHeapForAWhile,
  })

/** Undoes an operation that has read many rows where no place is free: it waits without them, and without a connection. */
export class MemoryUnavailable extends Error {
  constructor() {
    super('There is no turn at the memory.')
  }
}

/** A request's place at the memory: taken once, when it reads much or answers much, and kept until its answer has left. */
export class MemorySlot {
  readonly #turns: FairQueue
  readonly #key: string
  readonly #onAcquire: ((release: Release) => void) | undefined
  #taken: Promise<Release> | Release | undefined

  /** `onAcquire` is given what gives it back; without that, whoever made it calls `release`. */
  constructor(turns: FairQueue, key: string, onAcquire?: (release: Release) => void) {
    this.#turns = turns
    this.#key = key
    this.#onAcquire = onAcquire
  }

  get isTaken(): boolean {
    return typeof this.#taken === 'function'
  }

  /** True where it is taken, or one was free; what only waits for it has none yet. */
  tryTake(): boolean {
    if (!this.#taken) {
      const release = this.#turns.tryAcquire(this.#key)
      if (release) this.#keep(release)
    }
    return this.isTaken
  }

  /** Waits for it; 503 where none comes free in time. */
  async take(): Promise<void> {
    if (this.isTaken) return
    this.#taken ??= this.#turns.acquire(this.#key)
    this.#keep(await this.#taken)
  }

  release() {
    if (typeof this.#taken === 'function') this.#taken()
  }

  #keep(release: Release) {
    if (this.#taken === release) return
    this.#taken = release
    this.#onAcquire?.(release)
  }
}
