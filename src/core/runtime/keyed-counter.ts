export interface KeyedCounter {
  count(key: string): number
  add(key: string, change: number): void
}

export function createKeyedCounter(): KeyedCounter {
  const counts = new Map<string, number>()
  const count = (key: string) => counts.get(key) ?? 0
  return {
    count,
    add(key, change) {
      const now = count(key) + change
      if (now) counts.set(key, now)
      else counts.delete(key)
    },
  }
}
