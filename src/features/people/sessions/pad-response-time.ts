import { setTimeout } from 'node:timers/promises'

const stepMs = 500

/** Delays the result to the next half second, so that its duration discloses nothing. */
export async function padResponseTime<Result>(
  work: () => Promise<Result>,
  isPadded: (result: Result) => boolean = () => true,
): Promise<Result> {
  const began = performance.now()
  const result = await work()
  if (isPadded(result)) await setTimeout(stepMs - ((performance.now() - began) % stepMs))
  return result
}
