import { constants } from 'node:os'

/**
 * Fulfilled by the first SIGTERM or SIGINT; the second ends the process at once. As the first process of a container
 * nothing else would listen to them, so this is called before anything that takes long.
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
