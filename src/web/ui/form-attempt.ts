import { useEffect, useRef } from 'react'
import type { Problem } from '../graphql/fetch-graphql.ts'
import { type FormHandle, releaseIdempotencyKey, reuseIdempotencyKey } from '../graphql/idempotency-keys.ts'

/** For a form: what came of sending it. While it stands there with what was not answered, sending it again does it once. */
export function useFormAttempt(): (problem: Problem | undefined) => void {
  const form = useRef<FormHandle>(undefined)
  useEffect(() => {
    const standing = {}
    form.current = standing
    return () => {
      form.current = undefined
      releaseIdempotencyKey(standing)
    }
  }, [])
  return (problem) => form.current && (problem ? reuseIdempotencyKey : releaseIdempotencyKey)(form.current)
}
