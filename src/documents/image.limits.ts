/** Limits of a logo that is embedded in every document; `side` is in pixels. */
export const imageLimits = { bytes: 2 * 1024 * 1024, pixels: 4_000_000, side: 10_000 }
