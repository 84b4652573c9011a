import { checkTokenEvery } from '#core/access/bearer'

/** When live editing does what it does by the clock, in milliseconds. */
export interface LiveTiming {
  /** Of quiet after which a page is stored, and after which it is at the latest. */
  storeAfter: number
  storeAtLatest: number
  /** A notification can be missed: what is open is looked at this often all the same. */
  lookAnyway: number
  /** How often it is asked whether tokens are still good. */
  checkTokens: number
}

declare module '#core/operation/services' {
  interface Services {
    livePace: LiveTiming
  }
}

export const defaultTiming: LiveTiming = {
  storeAfter: 2_000,
  storeAtLatest: 10_000,
  lookAnyway: 5_000,
  checkTokens: checkTokenEvery,
}
