import { conflict } from '#core/errors/problem'

/** Runs one piece of work at a time per key, and keeps only the latest of those that wait. */
export interface LatestOnlyQueue {
  /** Waits for running work of the same key; 409 if a newer call arrives meanwhile. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

export function createLatestOnlyQueue(): LatestOnlyQueue {
  /** The waiting call of each key that has running work, or null. */
  const waiting = new Map<string, PromiseWithResolvers<void> | null>()

  const turn = (key: string): Promise<void> | undefined => {
    if (!waiting.has(key)) {
      waiting.set(key, null)
      return
    }
    waiting.get(key)?.reject(superseded())
    const mine = Promise.withResolvers<void>()
    waiting.set(key, mine)
    return mine.promise
  }

  return {
    async run(key, work) {
      await turn(key)
      try {
        return await work()
      } finally {
        const next = waiting.get(key)
        if (next) waiting.set(key, null)
        else waiting.delete(key)
        next?.resolve()
      }
    },
  }
}

const superseded = () =>
  conflict('conflict', {
    de: 'Eine neuere Anfrage von Ihnen ist an die Stelle dieser getreten.',
    en: 'A newer request of yours has taken the place of this one.',
  })
