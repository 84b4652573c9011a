import { t } from '../i18n/locale.ts'
import type { Outcome } from './fetch-graphql.ts'

/** How something that is changed is told from what it was when it was seen. */
export interface SeenVersion<T> {
  /** Refetches the contract. */
  fetchCurrent: () => Promise<Outcome<T | null | undefined>>
  /** Whether what is changed is still as it was seen, whatever else has changed. */
  isUnchanged: (now: T) => boolean
  /** Asks who has changed it since this version. */
  fetchAuthors?: (version: number) => Promise<readonly string[]>
  /** Says how it is now instead, and who has made it so. */
  describeConflict?: (now: T, who: readonly string[]) => string | undefined
}

/** What came of it, and the version that it was sent for. */
export type SentOutcome<R> = Outcome<R> & { at?: number }

interface VersionedRequest<T, R> extends SeenVersion<T> {
  /** Sends it, meant for this version. */
  send: (version: number) => Promise<Outcome<R>>
}

/** Changes what was seen, at this version where it is known: what somebody has made of the same since stays, and that is told. */
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
  /** Whether what was done still holds, whatever else has changed. */
  isStillDone: (now: T) => boolean
}

/** Takes back what was done and made this version; what somebody has done to the same since stays, and that is told. */
export const undoChange = <T extends { version: number }, R>(
  done: { version: number },
  { isStillDone, ...sending }: UndoRequest<T, R>,
): Promise<Outcome<R>> => sendWithVersion(done, { ...sending, isUnchanged: isStillDone })
