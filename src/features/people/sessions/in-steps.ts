import { setTimeout } from 'node:timers/promises'

const step = 500

/** Answers at the next of these milliseconds: how long something took says nothing about what there is. */
export async function inSteps<Result>(work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  try {
    return await work()
  } finally {
    await setTimeout(step - ((performance.now() - began) % step))
  }
}
