import { words } from '../words/words.ts'
import type { Outcome } from './send.ts'

interface Sending<T, R> {
  /** Sends it, meant for this version. */
  send: (version: number) => Promise<Outcome<R>>
  /** Asks how it is now. */
  ask: () => Promise<Outcome<T | null | undefined>>
  /** Whether what is changed is still as it was seen, whatever else has changed. */
  isAsSeen: (now: T) => boolean
  /** Says how it is now instead. */
  say?: (now: T) => string
}

/** Changes what was seen, at this version where it is known: what somebody has made of the same since stays, and that is told. */
export async function sendAsSeen<T extends { version: number }, R>(
  seen: { version?: number },
  { send, ask, isAsSeen, say }: Sending<T, R>,
): Promise<Outcome<R>> {
  for (let { version } = seen; ; ) {
    if (version !== undefined) {
      const outcome = await send(version)
      if (outcome.problem?.code !== 'precondition_failed') return outcome
    }
    const { data: now, problem } = await ask()
    if (problem) return { problem }
    if (!now || !isAsSeen(now)) {
      const message = (now && say?.(now)) || words.changedSince
      return { problem: { code: 'changed_since', message, fields: {} } }
    }
    version = now.version
  }
}

interface TakingBack<T> extends Pick<Sending<T, unknown>, 'send' | 'ask'> {
  /** Whether what was done still holds, whatever else has changed. */
  isAsLeft: (now: T) => boolean
}

/** Takes back what was done and made this version; what somebody has done to the same since stays, and that is told. */
export const takeBack = <T extends { version: number }>(
  done: { version: number },
  { isAsLeft, ...sending }: TakingBack<T>,
): Promise<Outcome<unknown>> => sendAsSeen(done, { ...sending, isAsSeen: isAsLeft })
