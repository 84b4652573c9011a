import { useEffect, useRef } from 'react'
import { standWithAttempt } from '../graphql/attempts.ts'
import type { Problem } from '../graphql/send.ts'

/** For a form: what came of sending it. While it stands there with what was not answered, sending it again does it once. */
export function useAttempt(): (problem: Problem | undefined) => void {
  const end = useRef<() => void>(undefined)
  useEffect(() => () => end.current?.(), [])
  return (problem) => {
    if (problem) end.current ??= standWithAttempt()
    else {
      end.current?.()
      end.current = undefined
    }
  }
}
