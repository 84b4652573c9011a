import sql from 'sql-template-tag'
import type { Context } from '#core/operation/context'
import { toInstant, toLocalTime } from '#core/time/local-time'
import { type CalendarEvent, getOccurrenceEnd } from './calendar-event.entity.ts'
import { findReminderAfterChange } from './next-reminder.ts'
import type { ChangedOccurrence, MovedOccurrence } from './occurrences.ts'
import { findLastStart, listStarts } from './recurrence.ts'

/** Keeps what is different about an occurrence. */
export const saveOccurrence = (context: Context, occurrence: ChangedOccurrence) => {
  const { eventId, occurrenceStart, cancelled, startTime, endTime, changes } = occurrence
  return context.write(
    sql`insert into calendar_occurrences (organization_id, event_id, occurrence_start, cancelled, start_time, end_time, changes)
        values (${context.organizationId}, ${eventId}, ${occurrenceStart}, ${cancelled}, ${startTime}, ${endTime},
          ${JSON.stringify(changes)}::jsonb)
        on conflict (organization_id, event_id, occurrence_start) do update set cancelled = excluded.cancelled,
          start_time = excluded.start_time, end_time = excluded.end_time, changes = excluded.changes`,
  )
}

/**
 * What was different about single occurrences, of a series that was moved: each stays with the one it was about, as much later by
 * the clock as the series starts later, where the rule still has it. Who was moved by hand stays where they are.
 */
export async function carryOverOccurrences(
  context: Context,
  old: ReturnType<typeof getSeries>,
  event: CalendarEvent,
  changed: readonly ChangedOccurrence[],
): Promise<ChangedOccurrence[]> {
  if (!old || !changed.length) return []
  await context.write(
    sql`delete from calendar_occurrences where organization_id = ${context.organizationId} and event_id = ${event.id}`,
  )
  const series = getSeries(event)
  if (!series) return []
  const wall = (at: Date, zone: string) => Date.parse(`${toLocalTime(at, zone)}Z`)
  const later = wall(event.startTime, event.timezone) - wall(old.startTime, old.timezone)
  const moved = changed.map((occurrence) => {
    const shown = new Date(wall(occurrence.occurrenceStart, old.timezone) + later).toISOString().slice(0, 19)
    return { ...occurrence, occurrenceStart: toInstant(shown, event.timezone, 'later') }
  })
  const times = moved.map(({ occurrenceStart }) => occurrenceStart.getTime())
  const starts = listStarts(series, new Date(Math.min(...times)), new Date(Math.max(...times) + 1))
  const had = new Set(starts.map(Number))
  const kept = moved.filter(({ occurrenceStart }) => had.has(occurrenceStart.getTime()))
  for (const occurrence of kept) await saveOccurrence(context, occurrence)
  return kept
}

/** Finds out between what all occurrences of an event lie, and plans its next reminder. */
export async function updateSpan(context: Context, event: CalendarEvent, changed: readonly MovedOccurrence[]) {
  const { first, last } = await computeSpan(event, changed)
  event.setSpan(last, first)
  event.remindAt = findReminderAfterChange(event, changed, context.clock.now())
}

/** The start of the first occurrence, and the end of the last; null where there is no last. */
async function computeSpan(event: CalendarEvent, changed: readonly MovedOccurrence[]) {
  const series = getSeries(event)
  if (!series) return { first: event.startTime, last: event.endTime }
  const last = findLastStart(series)
  const moved = changed.flatMap(({ startTime, endTime, cancelled }) =>
    startTime && endTime && !cancelled ? [{ startTime, endTime }] : [],
  )
  const starts = [event.startTime, ...moved.map(({ startTime }) => startTime)]
  const ends = [...(last ? [getOccurrenceEnd(event, last)] : []), ...moved.map(({ endTime }) => endTime)]
  return {
    first: new Date(Math.min(...starts.map(Number))),
    last: last && new Date(Math.max(...ends.map(Number))),
  }
}

/** What an event repeats by; null where it does not. */
export const getSeries = ({ startTime, timezone, recurrence }: CalendarEvent) =>
  recurrence === null ? null : { startTime, timezone, recurrence }
