import type { Outcome } from './send.ts'

/** The version that a change under way makes of a thing. */
const underWay = new Map<string, Promise<number | undefined>>()

/** Sends changes of a thing one after the other: each is told which version the one before it has made, unless that was refused. */
export async function inTurn<R>(
  id: string,
  change: (before: number | undefined) => Promise<Outcome<R>>,
): Promise<Outcome<R>> {
  const outcome = Promise.resolve(underWay.get(id)).then(change)
  const made = outcome.then(({ data }) => versionIn(data))
  underWay.set(id, made)
  await made
  if (underWay.get(id) === made) underWay.delete(id)
  return outcome
}

/** The version of what a mutation answers with. */
const versionIn = (data: unknown) => (Object.values(data ?? {}) as { version?: number }[])[0]?.version
