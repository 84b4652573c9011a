import type { Outcome } from './fetch-graphql.ts'
import type { SentOutcome } from './send-with-version.ts'

/** Consecutive versions created by this page: who saw `from` also knows `to`. */
interface OwnVersions {
  from: number
  to: number
}

const pending = new Map<string, Promise<OwnVersions | undefined>>()

/**
 * Sends the changes of an object one after another. Each carries the seen version, or the version that this page's earlier changes
 * made of it. A version that is based on somebody else's change was not seen.
 */
export async function serializeWrites<R>(
  id: string,
  seen: number | undefined,
  change: (version: number | undefined) => Promise<SentOutcome<R>>,
): Promise<Outcome<R>> {
  const write = Promise.resolve(pending.get(id)).then(async (own) => {
    const isKnown = own !== undefined && seen !== undefined && own.from <= seen && seen <= own.to
    const { at, ...outcome } = await change(isKnown ? own.to : seen)
    const made = versionIn(outcome.data)
    if (made === undefined) return { outcome, own }
    const from = isKnown && at === own.to ? own.from : at
    return { outcome, own: from === undefined ? undefined : { from, to: made } }
  })
  const made = write.then(({ own }) => own)
  pending.set(id, made)
  const { outcome } = await write
  if (pending.get(id) === made) pending.delete(id)
  return outcome as Outcome<R>
}

const versionIn = (data: unknown) => (Object.values(data ?? {}) as { version?: number }[])[0]?.version
