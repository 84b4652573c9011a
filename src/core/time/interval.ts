/** A stretch of time, [from, to), in milliseconds. */
export interface Interval {
  from: number
  to: number
}

/** Time in which a member is not free. */
export interface Busy extends Interval {
  memberId: string
}

/** The same time as intervals in order, none of which touch. */
export function merged(intervals: readonly Interval[]): Interval[] {
  const whole: Interval[] = []
  for (const { from, to } of intervals.toSorted((one, other) => one.from - other.from)) {
    const last = whole.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else whole.push({ from, to })
  }
  return whole
}

/** The time that each of one list has in common with each of another; both are in order, and may overlap. */
export function common(some: readonly Interval[], others: readonly Interval[]): Interval[] {
  const shared: Interval[] = []
  let first = 0
  for (const { from, to } of some) {
    while ((others[first]?.to ?? Number.POSITIVE_INFINITY) <= from) first++
    for (let index = first; index < others.length; index++) {
      const other = others[index] as Interval
      if (other.from >= to) break
      const part = { from: Math.max(from, other.from), to: Math.min(to, other.to) }
      if (part.from < part.to) shared.push(part)
    }
  }
  return shared.sort((one, other) => one.from - other.from)
}
