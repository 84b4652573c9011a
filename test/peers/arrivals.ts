/** What reached a peer, and a way to wait for it by event. */
export interface Arrivals<T> {
  /** Everything that arrived, in order. */
  all: T[]
  /** The first arrival that fits and was not handed out yet, or the next one to come; rejects after `ms`. */
  next(fits?: (arrival: T) => boolean, ms?: number): Promise<T>
  push(arrival: T): void
}

/** An empty list of arrivals; `what` names them where none comes. */
export function createArrivals<T>(what: string): Arrivals<T> {
  const all: T[] = []
  const waiting: T[] = []
  const wanted = new Set<(arrival: T) => boolean>()
  return {
    all,
    push(arrival) {
      all.push(arrival)
      for (const take of wanted) if (take(arrival)) return
      waiting.push(arrival)
    },
    next(fits = () => true, ms = 5000) {
      const there = waiting.findIndex(fits)
      if (there >= 0) return Promise.resolve(waiting.splice(there, 1)[0] as T)
      return new Promise((resolve, reject) => {
        const take = (arrival: T) => {
          if (!fits(arrival)) return false
          clearTimeout(late)
          wanted.delete(take)
          resolve(arrival)
          return true
        }
        const late = setTimeout(() => {
          wanted.delete(take)
          reject(new Error(`No ${what} that fits came within ${ms} ms; ${all.length} came in all.`))
        }, ms)
        wanted.add(take)
      })
    },
  }
}
