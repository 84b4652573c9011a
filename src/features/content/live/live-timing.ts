import { tokenCheckIntervalMs } from '#core/access/bearer'

/** Intervals of live editing, in milliseconds. */
export interface LiveTiming {
  /** Save after this much inactivity, and at the latest after `storeAtLatest`. */
  storeAfter: number
  storeAtLatest: number
  /** Polling interval in case a notification is missed. */
  lookAnyway: number
  /** Interval of token checks. */
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
  checkTokens: tokenCheckIntervalMs,
}
