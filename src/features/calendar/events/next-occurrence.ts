import { dayMs } from '#core/time/local-time'
import type { CalendarEvent } from './calendar-event.entity.ts'
import { expandOccurrences, type MovedOccurrence, type Occurrence } from './occurrences.ts'
import { findNextStart, maxEventWindowDays } from './recurrence.ts'

const afterSupportedYears = new Date('2201-01-01T00:00:00Z')

/** The first occurrence that starts or ends after a moment; null if there is none. Considers moved and deleted occurrences. */
export function findNextOccurrence(
  event: CalendarEvent,
  changed: readonly MovedOccurrence[],
  after: Date,
  by: 'startTime' | 'endTime',
): Occurrence | null {
  const { startTime, timezone, recurrence, spanEnd } = event
  let from = after
  for (;;) {
    const until = recurrence === null ? afterSupportedYears : new Date(from.getTime() + maxEventWindowDays * dayMs)
    const ahead = expandOccurrences(event, changed, from, until).filter((each) => each[by] > after)
    const [first] = ahead.sort((one, other) => one.startTime.getTime() - other.startTime.getTime())
    if (first) return first
    if (recurrence === null || (spanEnd !== null && spanEnd <= until)) return null
    // The series may pause for years.
    const next = findNextStart({ startTime, timezone, recurrence }, new Date(until.getTime() - 1))
    const moved = changed.flatMap((each) =>
      each.startTime && each.startTime >= until && !each.cancelled ? [each.startTime] : [],
    )
    const starts = [...(next ? [next] : []), ...moved].map(Number)
    if (!starts.length) return null
    from = new Date(Math.min(...starts))
  }
}
