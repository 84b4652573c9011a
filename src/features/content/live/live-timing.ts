import { tokenCheckIntervalMs } from '#core/access/bearer'

/** Intervals of live editing, in milliseconds. */
export interface LiveTiming {
  /** Save after this much inactivity, and at the latest after `storeAtLatest`. */
  storeAfter: number
  storeAtLatest: number
  /** Polling interval in case a notification is missed. */
  pollInterval: number
  /** Interval of token checks. */
  tokenCheckInterval: number
}

declare module '#core/operation/services' {
  interface Services {
    livePace: LiveTiming
  }
}

export const defaultTiming: LiveTiming = {
  storeAfter: 2_000,
  storeAtLatest: 10_000,
  pollInterval: 5_000,
  tokenCheckInterval: tokenCheckIntervalMs,
}
