import { useEffect, useRef } from 'react'
import { type Form, leaveAttempt, standWithAttempt } from '../graphql/attempts.ts'
import type { Problem } from '../graphql/send.ts'

/** For a form: what came of sending it. While it stands there with what was not answered, sending it again does it once. */
export function useAttempt(): (problem: Problem | undefined) => void {
  const form = useRef<Form>(undefined)
  useEffect(() => {
    const standing = {}
    form.current = standing
    return () => {
      form.current = undefined
      leaveAttempt(standing)
    }
  }, [])
  return (problem) => form.current && (problem ? standWithAttempt : leaveAttempt)(form.current)
}
