import type { CalendarEvent } from './calendar-event.entity.ts'
import { findNextOccurrence } from './next-occurrence.ts'
import type { MovedOccurrence } from './occurrences.ts'

const minuteMs = 60_000

/** How long before an event its reminder is mailed, in milliseconds. */
export const getReminderLead = ({ reminderMinutes }: Pick<CalendarEvent, 'reminderMinutes'>) =>
  (reminderMinutes ?? 0) * minuteMs

/** After its start nobody is reminded of an event; but where that is when they wished to be, the clock has a few minutes to come by. */
export const getReminderGrace = (event: Pick<CalendarEvent, 'reminderMinutes'>) =>
  getReminderLead(event) === 0 ? 5 * minuteMs : 0

/**
 * The next reminder of an event that is changed now. One that is due, and was not mailed yet, stays so as long as its event has not begun.
 */
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

/** When the next reminder is due after a moment; null where none follows. */
export function findNextReminder(event: CalendarEvent, changed: readonly MovedOccurrence[], after: Date): Date | null {
  if (event.reminderMinutes === null) return null
  const lead = getReminderLead(event)
  const next = findNextOccurrence(event, changed, new Date(after.getTime() + lead), 'startTime')
  return next && new Date(next.startTime.getTime() - lead)
}
