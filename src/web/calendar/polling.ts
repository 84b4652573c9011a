import { useEffect, useEffectEvent, useRef } from 'react'
import { useIsConnected } from '../graphql/connection-state.ts'

const pollMs = 20_000

/**
 * Polls calendar events, which have no event in the catalogue: on an interval while the page is visible, on focus, and after a
 * reconnect.
 */
export function usePolling(poll: () => void) {
  const pollNow = useEffectEvent(poll)
  const isConnected = useIsConnected()
  const wasConnected = useRef(isConnected)
  useEffect(() => {
    if (isConnected && !wasConnected.current) pollNow()
    wasConnected.current = isConnected
  }, [isConnected])
  useEffect(() => {
    const pollIfVisible = () => {
      if (document.visibilityState === 'visible') pollNow()
    }
    const timer = setInterval(pollIfVisible, pollMs)
    addEventListener('focus', pollIfVisible)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', pollIfVisible)
    }
  }, [])
}
