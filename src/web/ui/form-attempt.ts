import { useEffect, useRef } from 'react'
import type { Problem } from '../graphql/fetch-graphql.ts'
import { type FormHandle, releaseIdempotencyKey, reuseIdempotencyKey } from '../graphql/idempotency-keys.ts'

/** Returns a callback for the outcome of a submit. While the form stays open after a lost response, submitting again runs once. */
export function useFormAttempt(): (problem: Problem | undefined) => void {
  const form = useRef<FormHandle>(undefined)
  useEffect(() => {
    const handle = {}
    form.current = handle
    return () => {
      form.current = undefined
      releaseIdempotencyKey(handle)
    }
  }, [])
  return (problem) => form.current && (problem ? reuseIdempotencyKey : releaseIdempotencyKey)(form.current)
}
