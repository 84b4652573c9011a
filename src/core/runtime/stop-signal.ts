import { constants } from 'node:os'

/**
 * Resolves on the first SIGTERM or SIGINT; the second one ends the process. Call it first, because as PID 1 of a container the process
 * would otherwise ignore them.
 */
export function waitForStopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => {
        if (asked) process.exit(128 + constants.signals[signal])
        asked = true
        resolve(signal)
      })
  })
}
