import { setTimeout } from 'node:timers/promises'

const stepMs = 500

/** Answers at the next of these milliseconds, where what is answered says `must`: how long it took tells nothing about what there is. */
export async function padResponseTime<Result>(
  work: () => Promise<Result>,
  isPadded: (result: Result) => boolean = () => true,
): Promise<Result> {
  const began = performance.now()
  const result = await work()
  if (isPadded(result)) await setTimeout(stepMs - ((performance.now() - began) % stepMs))
  return result
}
