import { isSigningInAgain } from './session-end.ts'

/** How long the same, sent again for want of an answer, is the same attempt, in milliseconds, where no form stands there with it. */
const retryWindowMs = 2 * 60_000

interface Attempt {
  key: string
  at: number
  /** It is over, without an answer. */
  isLost: boolean
  form?: FormHandle
}

/** A form that stands there with what it has sent in vain. */
export type FormHandle = object

/** Mutations whose outcome is not known, by what was sent: they may have been done. */
const attempts = new Map<string, Attempt>()

/**
 * The key of what is sent: that of the attempt before, where its outcome is not known, and nothing else has been sent since or a
 * form stands there with it.
 */
export function idempotencyKeyFor(body: string): string {
  const before = attempts.get(body)
  const attempt =
    before && (before.form || Date.now() - before.at < retryWindowMs)
      ? before
      : { key: randomKey(), at: 0, isLost: false }
  // Signing in is not what somebody turns to: they go on after it.
  if (!isSigningInAgain()) for (const [each, { form }] of attempts) if (!form) attempts.delete(each)
  attempts.set(body, { ...attempt, at: Date.now(), isLost: false })
  return attempt.key
}

/** Whether it was done is not known, or it was not yet. */
export const markUnanswered = (body: string, key: string) =>
  attempts.set(body, { ...attempts.get(body), key, at: Date.now(), isLost: true })

/** The outcome is known: the same is meant anew from now on. */
export function markAnswered(body: string, key: string) {
  if (attempts.get(body)?.key === key) attempts.delete(body)
}

/** While a form stands there with what it has sent in vain, sending it again is the same attempt, whatever else is sent meanwhile. */
export function reuseIdempotencyKey(form: FormHandle) {
  if (isSigningInAgain()) return
  const lost = [...attempts].filter(([, attempt]) => attempt.isLost && !attempt.form)
  if (lost.length === 0) return
  // What it has sent before is not meant any more.
  releaseIdempotencyKey(form)
  for (const [body, attempt] of lost) attempts.set(body, { ...attempt, form })
}

/** The form is gone, or what it has sent is answered. */
export function releaseIdempotencyKey(form: FormHandle) {
  for (const [body, attempt] of attempts) if (attempt.form === form) attempts.delete(body)
}

/** Not `randomUUID`, which a page has over https alone. */
const randomKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
