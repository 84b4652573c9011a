/** Last backup of so many days, weeks and months. */
const kept = { days: 7, weeks: 4, months: 12 }

/** Chooses from ids like `20261128T031500Z`, oldest first. The newest is always kept. */
export function findExpiredBackups(ids: readonly string[]): string[] {
  const newestFirst = ids.toReversed()
  const stays = new Set(newestFirst.slice(0, 1))
  const keep = (most: number, periodOf: (id: string) => string) => {
    const periods = new Set<string>()
    for (const id of newestFirst) {
      if (periods.has(periodOf(id))) continue
      if (periods.size === most) return
      periods.add(periodOf(id))
      stays.add(id)
    }
  }
  keep(kept.days, (id) => id.slice(0, 8))
  keep(kept.weeks, mondayOf)
  keep(kept.months, (id) => id.slice(0, 6))
  return ids.filter((id) => !stays.has(id))
}

/** Monday of the backup's week. */
function mondayOf(id: string): string {
  const day = new Date(`${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6, 8)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}
