const isNightly = process.env.NIGHTLY === '1'

/** Every case with NIGHTLY=1; otherwise every `oneIn`th, beginning with that at `offset`, the same in each run. */
export const sample = <T>(cases: readonly T[], oneIn: number, offset = 0): T[] =>
  isNightly ? [...cases] : cases.filter((_, index) => index % oneIn === offset % oneIn)

/** How often something random is tried: as the environment variable `name` says, or as usual, or as with NIGHTLY=1. */
export const repetitions = (name: string, usual: number, nightly: number): number =>
  Number(process.env[name] ?? (isNightly ? nightly : usual))
