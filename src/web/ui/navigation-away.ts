import { useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'

/** Ends what lies over a page when another one comes, also by the browser's way back. */
export function useNavigationAway(onLeave: () => void) {
  const place = useRouterState({ select: ({ location }) => location.pathname })
  const [begun] = useState(place)
  const leave = useEffectEvent(onLeave)
  const isLeft = place !== begun
  useEffect(() => {
    if (isLeft) leave()
  }, [isLeft])
}
