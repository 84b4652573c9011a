/** Pixels of the longer side. */
export const previewSides = { small: 160, large: 1200 } as const

/** Limits of source files. */
export const sourceLimits = {
  pixels: 100_000_000,
  /** Pixels of the longer side. */
  side: 30_000,
  /** Scale at which PDF pages are rendered. */
  scale: 4,
} as const
