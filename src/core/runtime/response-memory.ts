import { createFairQueue, type FairQueue, type Release } from './fair-queue.ts'
import { reduceHeapForAWhile } from './heap-tuning.ts'

/** Bytes that need no slot: rows of an operation, received bytes of a statement, and a response. */
export const maxBytesWithoutSlot = { rows: 1024 * 1024, arriving: 8 * 1024 * 1024, answer: 256 * 1024 }

/** Key of a token within its organization; the key of the organization is its id. */
export const getMemoryKey = ({ organizationId, key }: { organizationId: string; key: string }) =>
  `${organizationId} ${key}`

export const getOrganizationOfKey = (key: string) => key.split(' ', 1)[0] ?? key

/**
 * Limits how many large responses are held in memory, from reading until the client has received them: two per token, four per
 * organization. Others wait up to 30 s, then get 503.
 */
export const createResponseMemory = (): FairQueue =>
  createFairQueue({
    maxConcurrent: 16,
    maxPerKey: 2,
    groups: { of: getOrganizationOfKey, most: 4 },
    maxWaitMs: 30_000,
    onAcquire: reduceHeapForAWhile,
  })

/** Rolls back an operation that has read many rows while no slot is free, so that it waits without rows and connection. */
export class MemoryUnavailable extends Error {
  constructor() {
    super('There is no turn at the memory.')
  }
}

/** Memory slot of a request: taken once, if it reads or returns much, and kept until its response is sent. */
export class MemorySlot {
  readonly #turns: FairQueue
  readonly #key: string
  readonly #onAcquire: ((release: Release) => void) | undefined
  #taken: Promise<Release> | Release | undefined

  /** `onAcquire` receives the release function; without it the creator calls `release`. */
  constructor(turns: FairQueue, key: string, onAcquire?: (release: Release) => void) {
    this.#turns = turns
    this.#key = key
    this.#onAcquire = onAcquire
  }

  get isTaken(): boolean {
    return typeof this.#taken === 'function'
  }

  /** Takes a free slot; false if the request has none and none is free. */
  tryTake(): boolean {
    if (!this.#taken) {
      const release = this.#turns.tryAcquire(this.#key)
      if (release) this.#keep(release)
    }
    return this.isTaken
  }

  /** Waits for a slot; 503 if none becomes free in time. */
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
