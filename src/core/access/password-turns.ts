import { createFairQueue } from '#core/runtime/fair-queue'

/** Characters of the key that say whose turn it is: an organization, or who signs in. */
const ofGroup = 36

/**
 * Each hash takes 32 MB and a tenth of a second of one of the few threads that files and names are read by too: two at once,
 * one of a group, and one of a key, so that nobody's right password is refused for the sake of their own other request.
 */
export const passwordTurns = createFairQueue({
  places: 2,
  mostPerKey: 1,
  groups: { of: (key) => key.slice(0, ofGroup), most: 1 },
  longestWait: 10_000,
  longestLine: 200,
})
