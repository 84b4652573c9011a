const times = Number(process.env.FUZZ_TIMES ?? 1)

/** How often a property is tried on made-up input, always on the same: more often with `FUZZ_TIMES`, on other input with `FUZZ_SEED`. */
export const fuzz = (numRuns: number) => ({
  numRuns: numRuns * times,
  seed: Number(process.env.FUZZ_SEED ?? 2026),
})

/** Options of a test that does so: more often takes longer. */
export const fuzzed = { timeout: 120_000 * times }
