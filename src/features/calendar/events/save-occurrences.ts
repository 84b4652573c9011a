import sql from 'sql-template-tag'
import type { Context } from '#core/operation/context'
import { toInstant, toLocalTime } from '#core/time/local-time'
import { type CalendarEvent, getOccurrenceEnd } from './calendar-event.entity.ts'
import { findReminderAfterChange } from './next-reminder.ts'
import type { ChangedOccurrence, MovedOccurrence } from './occurrences.ts'
import { findLastStart, listStarts } from './recurrence.ts'

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
 * Moves changed occurrences with their series, by the same local time difference. Those that the new rule no longer has are
 * dropped; own times stay.
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

/** Updates the span of an event and its next reminder. */
export async function updateSpan(context: Context, event: CalendarEvent, changed: readonly MovedOccurrence[]) {
  const { first, last } = await computeSpan(event, changed)
  event.setSpan(last, first)
  event.remindAt = findReminderAfterChange(event, changed, context.clock.now())
}

/** `last` is null for an endless series. */
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

/** Null if it does not repeat. */
export const getSeries = ({ startTime, timezone, recurrence }: CalendarEvent) =>
  recurrence === null ? null : { startTime, timezone, recurrence }
