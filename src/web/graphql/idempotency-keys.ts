import { isSigningInAgain } from './session-end.ts'

/** How long an equal request counts as a retry of an unanswered one, in ms, if no open form holds it. */
const retryWindowMs = 2 * 60_000

interface Attempt {
  key: string
  at: number
  /** It ended without a response. */
  isLost: boolean
  form?: FormHandle
}

/** Identifies an open form with an unanswered request. */
export type FormHandle = object

/** Mutations whose outcome is unknown, by request body. They may have been executed. */
const attempts = new Map<string, Attempt>()

/**
 * The `Idempotency-Key` of a request. An equal request whose outcome is unknown gives its key, unless another mutation was sent
 * since and no open form holds it.
 */
export function idempotencyKeyFor(body: string): string {
  const before = attempts.get(body)
  const attempt =
    before && (before.form || Date.now() - before.at < retryWindowMs)
      ? before
      : { key: randomKey(), at: 0, isLost: false }
  // Signing in again is no other task: the user continues afterwards.
  if (!isSigningInAgain()) for (const [each, { form }] of attempts) if (!form) attempts.delete(each)
  attempts.set(body, { ...attempt, at: Date.now(), isLost: false })
  return attempt.key
}

/** The outcome is unknown or the request was not executed yet. */
export const markUnanswered = (body: string, key: string) =>
  attempts.set(body, { ...attempts.get(body), key, at: Date.now(), isLost: true })

/** The outcome is known. From now on an equal request gets a new key. */
export function markAnswered(body: string, key: string) {
  if (attempts.get(body)?.key === key) attempts.delete(body)
}

/** As long as the form is open, sending the same again reuses its key, whatever else is sent meanwhile. */
export function reuseIdempotencyKey(form: FormHandle) {
  if (isSigningInAgain()) return
  const lost = [...attempts].filter(([, attempt]) => attempt.isLost && !attempt.form)
  if (lost.length === 0) return
  // The form's earlier requests are superseded.
  releaseIdempotencyKey(form)
  for (const [body, attempt] of lost) attempts.set(body, { ...attempt, form })
}

/** The form was closed or its request was answered. */
export function releaseIdempotencyKey(form: FormHandle) {
  for (const [body, attempt] of attempts) if (attempt.form === form) attempts.delete(body)
}

/** Not `randomUUID`, which browsers offer only over HTTPS. */
const randomKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
