import { useSyncExternalStore } from 'react'

let isConnected = true
const listeners = new Set<() => void>()

/** Whether events arrive, or what others do is seen later. */
export function setConnected(now: boolean) {
  if (now === isConnected) return
  isConnected = now
  for (const listener of listeners) listener()
}

/** The same for what shows it. */
export const useIsConnected = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isConnected,
  )
