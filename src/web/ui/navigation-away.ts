import { useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'

/** Calls `onLeave` when the page changes, also by the browser's back button. For overlays. */
export function useNavigationAway(onLeave: () => void) {
  const place = useRouterState({ select: ({ location }) => location.pathname })
  const [initial] = useState(place)
  const leave = useEffectEvent(onLeave)
  const isLeft = place !== initial
  useEffect(() => {
    if (isLeft) leave()
  }, [isLeft])
}
