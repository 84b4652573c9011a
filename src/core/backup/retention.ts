/** How many backups are kept: the last of so many days, weeks and months. */
const kept = { days: 7, weeks: 4, months: 12 }

/** Which backups go, of names such as `20261128T031500Z`, oldest first. The newest stays in any case. */
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

/** The Monday of the week that a backup was made in. */
function mondayOf(id: string): string {
  const day = new Date(`${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6, 8)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}
