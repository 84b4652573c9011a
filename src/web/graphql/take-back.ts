import { words } from '../words/words.ts'
import type { Outcome } from './send.ts'

interface TakingBack<T> {
  /** Sends what takes it back, meant for this version. */
  send: (version: number) => Promise<Outcome<unknown>>
  /** Asks how it is now. */
  ask: () => Promise<Outcome<T | null | undefined>>
  /** Whether what was done still holds, whatever else has changed. */
  isAsLeft: (now: T) => boolean
}

/** Takes back what was done and made this version; what somebody has done to the same since stays, and that is told. */
export async function takeBack<T extends { version: number }>(
  done: { version: number },
  { send, ask, isAsLeft }: TakingBack<T>,
): Promise<Outcome<unknown>> {
  for (let { version } = done; ; ) {
    const outcome = await send(version)
    if (outcome.problem?.code !== 'precondition_failed') return outcome
    const { data: now, problem } = await ask()
    if (problem) return { problem }
    if (!now || !isAsLeft(now)) return { problem: { code: 'changed_since', message: words.changedSince, fields: {} } }
    version = now.version
  }
}
