import type { Outcome } from './fetch-graphql.ts'
import type { SentOutcome } from './send-with-version.ts'

/** Versions that a thing got by nothing but changes from here: whoever saw the first knows the last. */
interface OwnVersions {
  from: number
  to: number
}

const pending = new Map<string, Promise<OwnVersions | undefined>>()

/**
 * Sends changes of a thing one after the other, each for the version that was seen, or for what the ones before have made of that.
 * What they have made of another version, which somebody else has made meanwhile, nobody has seen.
 */
export async function serializeWrites<R>(
  id: string,
  seen: number | undefined,
  change: (version: number | undefined) => Promise<SentOutcome<R>>,
): Promise<Outcome<R>> {
  const turn = Promise.resolve(pending.get(id)).then(async (own) => {
    const isKnown = own !== undefined && seen !== undefined && own.from <= seen && seen <= own.to
    const { at, ...outcome } = await change(isKnown ? own.to : seen)
    const made = versionIn(outcome.data)
    if (made === undefined) return { outcome, own }
    const from = isKnown && at === own.to ? own.from : at
    return { outcome, own: from === undefined ? undefined : { from, to: made } }
  })
  const made = turn.then(({ own }) => own)
  pending.set(id, made)
  const { outcome } = await turn
  if (pending.get(id) === made) pending.delete(id)
  return outcome as Outcome<R>
}

/** The version of what a mutation answers with. */
const versionIn = (data: unknown) => (Object.values(data ?? {}) as { version?: number }[])[0]?.version
