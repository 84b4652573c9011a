import { createFairQueue, type FairQueue } from './fair-queue.ts'

/** Bytes that need no turn: rows read by one operation, or an answer. */
export const unqueued = { rows: 1024 * 1024, answer: 256 * 1024 }

/**
 * Turns at the memory: who reads many rows waits before they are shown, by organization, and what is large before it
 * is sent, by the one who asked. Two of each are held at once and four of an organization, whether they are made or
 * not yet taken by a slow client. A key is an organization's id, or that and a token's after a space.
 */
export const createLargeTurns = (): FairQueue =>
  createFairQueue({
    places: 16,
    mostPerKey: 2,
    groups: { of: (key) => key.split(' ', 1)[0] ?? key, most: 4 },
    longestWait: 30_000,
  })

/** Undoes an operation that has read many rows where no place is free: it waits without them, and without a connection. */
export class MustWait extends Error {
  readonly organizationId: string
  constructor(organizationId: string) {
    super('There is no turn at the memory.')
    this.organizationId = organizationId
  }
}
