import { createFairQueue } from '#core/runtime/fair-queue'

/** Characters of the key that say whose turn it is: an organization, or the network of who signs in. */
const ofGroup = 36

/**
 * Each hash takes 32 MB and a tenth of a second of one of the few threads that files and names are read by too: three at once, and
 * one of a key, so that nobody's right password is refused for the sake of their own other request.
 */
export const passwordQueues = {
  /** Whoever could be anybody: two at once, one of a group, which are served in rotation. */
  ofStrangers: createFairQueue({
    maxConcurrent: 2,
    maxPerKey: 1,
    groups: { of: (key) => key.slice(0, ofGroup), most: 1 },
    maxWaitMs: 10_000,
    maxWaitingPerKey: 100,
  }),
  /** Whoever has shown before who they are has a place that no stranger takes, however many there are. */
  ofKnown: createFairQueue({ maxConcurrent: 1, maxPerKey: 1, maxWaitMs: 10_000, maxWaitingPerKey: 20 }),
}
