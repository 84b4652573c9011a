import { t } from '../i18n/locale.ts'
import type { Outcome } from './send.ts'

/** How something that is changed is told from what it was when it was seen. */
export interface Seeing<T> {
  /** Asks how it is now. */
  ask: () => Promise<Outcome<T | null | undefined>>
  /** Whether what is changed is still as it was seen, whatever else has changed. */
  isAsSeen: (now: T) => boolean
  /** Asks who has changed it since this version. */
  askWho?: (version: number) => Promise<readonly string[]>
  /** Says how it is now instead, and who has made it so. */
  say?: (now: T, who: readonly string[]) => string | undefined
}

/** What came of it, and the version that it was sent for. */
export type Sent<R> = Outcome<R> & { at?: number }

interface Sending<T, R> extends Seeing<T> {
  /** Sends it, meant for this version. */
  send: (version: number) => Promise<Outcome<R>>
}

/** Changes what was seen, at this version where it is known: what somebody has made of the same since stays, and that is told. */
export async function sendAsSeen<T extends { version: number }, R>(
  seen: { version?: number },
  { send, ask, isAsSeen, askWho, say }: Sending<T, R>,
): Promise<Sent<R>> {
  for (let { version } = seen; ; ) {
    if (version !== undefined) {
      const outcome = await send(version)
      if (outcome.problem?.code !== 'precondition_failed') return { ...outcome, at: version }
    }
    const { data: now, problem } = await ask()
    if (problem) return { problem }
    if (!now || !isAsSeen(now)) {
      const who = now && seen.version !== undefined ? ((await askWho?.(seen.version)) ?? []) : []
      const message = (now && say?.(now, who)) || t.changedSince(who)
      return { problem: { code: 'changed_since', message, fields: {} } }
    }
    version = now.version
  }
}

interface TakingBack<T, R> extends Pick<Sending<T, R>, 'send' | 'ask' | 'askWho'> {
  /** Whether what was done still holds, whatever else has changed. */
  isAsLeft: (now: T) => boolean
}

/** Takes back what was done and made this version; what somebody has done to the same since stays, and that is told. */
export const takeBack = <T extends { version: number }, R>(
  done: { version: number },
  { isAsLeft, ...sending }: TakingBack<T, R>,
): Promise<Outcome<R>> => sendAsSeen(done, { ...sending, isAsSeen: isAsLeft })
