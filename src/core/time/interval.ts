/** [from, to) in milliseconds. */
export interface Interval {
  from: number
  to: number
}

/** Time in which a member is not available. */
export interface BusyInterval extends Interval {
  memberId: string
}

/** Sorted and without overlaps; adjacent intervals are not merged. */
export function mergeOverlaps(intervals: readonly Interval[]): Interval[] {
  const whole: Interval[] = []
  for (const { from, to } of intervals.toSorted((one, other) => one.from - other.from)) {
    const last = whole.at(-1)
    if (last && from < last.to) last.to = Math.max(last.to, to)
    else whole.push({ from, to })
  }
  return whole
}

/** The intersection of two lists, each sorted and without overlaps. */
export function intersectIntervals(some: readonly Interval[], others: readonly Interval[]): Interval[] {
  const shared: Interval[] = []
  let [index, at] = [0, 0]
  for (;;) {
    const [one, other] = [some[index], others[at]]
    if (!one || !other) return shared
    const part = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }
    if (part.from < part.to) shared.push(part)
    if (one.to < other.to) index++
    else at++
  }
}
