import { isSigningInAgain } from './session-end.ts'

/** How long the same, sent again for want of an answer, is the same attempt, in milliseconds, where no form stands there with it. */
const shortly = 2 * 60_000

interface Attempt {
  key: string
  at: number
}

/** Mutations whose outcome is not known, by what was sent: they may have been done. */
const open = new Map<string, Attempt>()

/** Forms that stand there with what they have sent in vain. */
let standing = 0

/** The key of what is sent: that of the attempt before, where its outcome is not known and nothing else has been sent since. */
export function keyOf(body: string): string {
  const before = open.get(body)
  const key = before && (standing > 0 || Date.now() - before.at < shortly) ? before.key : newKey()
  // Signing in is not what somebody turns to: they go on after it.
  if (!isSigningInAgain()) open.clear()
  leaveOpen(body, key)
  return key
}

/** Whether it was done is not known, or it was not yet. */
export const leaveOpen = (body: string, key: string) => open.set(body, { key, at: Date.now() })

/** The outcome is known: the same is meant anew from now on. */
export function decide(body: string, key: string) {
  if (open.get(body)?.key === key) open.delete(body)
}

/** While a form stands there with what it has sent in vain, sending it again is the same attempt: until what is answered is called. */
export function standWithAttempt(): (() => void) | undefined {
  if (open.size === 0 || isSigningInAgain()) return undefined
  standing += 1
  return () => {
    standing -= 1
    open.clear()
  }
}

/** Not `randomUUID`, which a page has over https alone. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
