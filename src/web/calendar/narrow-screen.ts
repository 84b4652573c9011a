import { useSyncExternalStore } from 'react'

const narrowQuery = '(max-width: 48rem)'
const subscribeToWidth = (changed: () => void) => {
  const query = matchMedia(narrowQuery)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the screen is too narrow for seven columns. */
export const useIsNarrow = () => useSyncExternalStore(subscribeToWidth, () => matchMedia(narrowQuery).matches)
