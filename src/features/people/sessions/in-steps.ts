import { setTimeout } from 'node:timers/promises'

const step = 500

/** Answers at the next of these milliseconds, where what is answered says `must`: how long it took tells nothing about what there is. */
export async function inSteps<Result>(
  work: () => Promise<Result>,
  must: (result: Result) => boolean = () => true,
): Promise<Result> {
  const began = performance.now()
  const result = await work()
  if (must(result)) await setTimeout(step - ((performance.now() - began) % step))
  return result
}
