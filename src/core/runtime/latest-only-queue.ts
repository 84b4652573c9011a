import { conflict } from '#core/errors/problem'

/** Work of which whoever asks wants the newest alone: one at a time for each, and of what waits the last. */
export interface LatestOnlyQueue {
  /** Does the work when the one before it of the same key has ended; 409 where another takes its place meanwhile. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

export function createLatestOnlyQueue(): LatestOnlyQueue {
  /** Who waits, by the key of whoever has work under way; null where nobody does. */
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
