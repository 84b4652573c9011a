/** Pixels of the longer side of a preview. */
export const previewSides = { small: 160, large: 1200 } as const

/** What is looked at of a file. */
export const sourceLimits = {
  pixels: 100_000_000,
  /** Pixels of its longer side. */
  side: 30_000,
  /** How much larger the page of a PDF is drawn than its points. */
  scale: 4,
} as const
