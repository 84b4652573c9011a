import { createFairQueue } from '#core/runtime/fair-queue'

/** Length of the group in a key: an organization, or the network of a sign-in. */
const ofGroup = 36

/**
 * scrypt needs 32 MB and about 100 ms on the libuv thread pool, which file and DNS calls share. At most three hashes run at once, and
 * one per key, so that parallel sign-ins of one user queue instead of failing.
 */
export const passwordQueues = {
  /** For unknown visitors: two at once, one per group. */
  ofStrangers: createFairQueue({
    maxConcurrent: 2,
    maxPerKey: 1,
    groups: { of: (key) => key.slice(0, ofGroup), most: 1 },
    maxWaitMs: 10_000,
    maxWaitingPerKey: 100,
  }),
  /** For visitors who have proved their identity before; unknown visitors cannot block it. */
  ofKnown: createFairQueue({ maxConcurrent: 1, maxPerKey: 1, maxWaitMs: 10_000, maxWaitingPerKey: 20 }),
}
