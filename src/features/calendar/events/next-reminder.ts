import type { CalendarEvent } from './calendar-event.entity.ts'
import { findNextOccurrence } from './next-occurrence.ts'
import type { MovedOccurrence } from './occurrences.ts'

const minuteMs = 60_000

/** In milliseconds. */
export const getReminderLead = ({ reminderMinutes }: Pick<CalendarEvent, 'reminderMinutes'>) =>
  (reminderMinutes ?? 0) * minuteMs

/** No reminder is sent after the start, except a reminder at the start itself, which has five minutes. */
export const getReminderGrace = (event: Pick<CalendarEvent, 'reminderMinutes'>) =>
  getReminderLead(event) === 0 ? 5 * minuteMs : 0

/** Reminder of a changed event. One that is due but not yet mailed stays due until the event starts. */
export function findReminderAfterChange(
  event: CalendarEvent,
  changed: readonly MovedOccurrence[],
  now: Date,
): Date | null {
  const { remindAt } = event
  if (remindAt === null || remindAt > now) return findNextReminder(event, changed, now)
  const stillOpen = now.getTime() - getReminderLead(event) - getReminderGrace(event)
  return findNextReminder(event, changed, new Date(Math.max(remindAt.getTime() - 1, stillOpen)))
}

/** Null if there is none. */
export function findNextReminder(event: CalendarEvent, changed: readonly MovedOccurrence[], after: Date): Date | null {
  if (event.reminderMinutes === null) return null
  const lead = getReminderLead(event)
  const next = findNextOccurrence(event, changed, new Date(after.getTime() + lead), 'startTime')
  return next && new Date(next.startTime.getTime() - lead)
}
