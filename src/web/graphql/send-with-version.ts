import { t } from '../i18n/locale.ts'
import type { Outcome } from './fetch-graphql.ts'

/** How to decide whether a change still applies after somebody else's. */
export interface SeenVersion<T> {
  fetchCurrent: () => Promise<Outcome<T | null | undefined>>
  /** Whether the part to be changed is still as it was seen. */
  isUnchanged: (now: T) => boolean
  /** The names of those who changed it since a version. */
  fetchAuthors?: (version: number) => Promise<readonly string[]>
  describeConflict?: (now: T, who: readonly string[]) => string | undefined
}

/** The outcome, and the version it was sent with. */
export type SentOutcome<R> = Outcome<R> & { at?: number }

interface VersionedRequest<T, R> extends SeenVersion<T> {
  send: (version: number) => Promise<Outcome<R>>
}

/**
 * Sends a change with the seen version. After a conflict it is sent again with the newer version if the seen part is unchanged;
 * else the outcome is `changed_since`.
 */
export async function sendWithVersion<T extends { version: number }, R>(
  seen: { version?: number },
  { send, fetchCurrent, isUnchanged, fetchAuthors, describeConflict }: VersionedRequest<T, R>,
): Promise<SentOutcome<R>> {
  for (let { version } = seen; ; ) {
    if (version !== undefined) {
      const outcome = await send(version)
      if (outcome.problem?.code !== 'precondition_failed') return { ...outcome, at: version }
    }
    const { data: now, problem } = await fetchCurrent()
    if (problem) return { problem }
    if (!now || !isUnchanged(now)) {
      const who = now && seen.version !== undefined ? ((await fetchAuthors?.(seen.version)) ?? []) : []
      const message = (now && describeConflict?.(now, who)) || t.changedSince(who)
      return { problem: { code: 'changed_since', message, fields: {} } }
    }
    version = now.version
  }
}

interface UndoRequest<T, R> extends Pick<VersionedRequest<T, R>, 'send' | 'fetchCurrent' | 'fetchAuthors'> {
  /** Whether the change to undo is still in place. */
  isStillDone: (now: T) => boolean
}

/** Undoes a change that made this version, unless somebody has changed the same part since. */
export const undoChange = <T extends { version: number }, R>(
  done: { version: number },
  { isStillDone, ...sending }: UndoRequest<T, R>,
): Promise<Outcome<R>> => sendWithVersion(done, { ...sending, isUnchanged: isStillDone })
