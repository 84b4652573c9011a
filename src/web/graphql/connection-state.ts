import { useSyncExternalStore } from 'react'

let isConnected = true
const listeners = new Set<() => void>()

/** Sets whether events arrive. While they do not, the page may show stale data. */
export function setConnected(now: boolean) {
  if (now === isConnected) return
  isConnected = now
  for (const listener of listeners) listener()
}

export const useIsConnected = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isConnected,
  )
