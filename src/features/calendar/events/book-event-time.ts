import { select } from '#core/database/select'
import { conflict, invalidField, invalidState, Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { dayMs } from '#core/time/local-time'
import { Project } from '#features/work/projects/project.entity'
import { maxEntryDays, type TimeEntry } from '#features/work/time-entries/time-entry.entity'
import { createTimeEntry } from '#features/work/time-entries/track-time'
import { CalendarEvent } from './calendar-event.entity.ts'
import type { EventTimeInput } from './calendar-event.inputs.ts'
import { loadOccurrence } from './change-occurrence.ts'
import { loadWritableEvent } from './load-writable-event.ts'
import { getOccurrenceTimes } from './occurrences.ts'

/**
 * Creates a time entry of an event for the caller. 409 if it is all-day, too long, not over yet or already booked; 422 if a
 * series lacks the occurrence; 403 if it is another member's synced event.
 */
export async function bookEventTime(context: Context, id: string, input: EventTimeInput): Promise<TimeEntry> {
  const { projectId: own } = await context.read(CalendarEvent, id)
  if (own) await context.lockAgainstDeletion(Project, own)
  const event = await loadWritableEvent(context, id)
  if (event.allDay)
    throw invalidState({ de: 'Ein ganztägiger Termin hat keine Stunden.', en: 'An all-day event has no hours.' })
  const { occurrenceStart, taskId, description, billable } = input
  if (event.recurrence !== null && !occurrenceStart) throw invalidField('occurrenceStart', whichOne)
  const known = occurrenceStart ? await loadOccurrence(context, event, occurrenceStart) : null
  const { startTime, endTime } = known ? getOccurrenceTimes(event, known) : event
  if (endTime > context.clock.now())
    throw invalidState({ de: 'Der Termin ist noch nicht vorbei.', en: 'The event is not over yet.' })
  if (endTime.getTime() - startTime.getTime() > maxEntryDays * dayMs)
    throw invalidState({
      de: `Der Termin dauert länger als ${maxEntryDays} Tage.`,
      en: `The event is longer than ${maxEntryDays} days.`,
    })
  await assertTimeNotBooked(context, startTime, endTime)
  const projectId = input.projectId ?? (taskId ? undefined : event.projectId)
  if (!taskId && !projectId) throw new Problem(400, 'validation_failed', noPlace, 'projectId')
  return createTimeEntry(context, {
    startedAt: startTime,
    endedAt: endTime,
    taskId: taskId ?? null,
    projectId: projectId as string,
    description: description ?? known?.changes.title ?? event.title,
    ...(billable !== undefined && { billable }),
  })
}

/** 409 if the caller has an entry of exactly this time, so that a second click does not bill it twice. */
async function assertTimeNotBooked(context: Context, startTime: Date, endTime: Date) {
  const [booked] = await context.query(
    select`t.id from time_entries t
        where t.organization_id = ${context.organizationId} and t.user_id = ${context.member.id} and t.started_at = ${startTime}
          and t.ended_at = ${endTime} limit 1`,
  )
  if (booked)
    throw conflict('conflict', {
      de: 'Sie haben genau diese Zeit schon gebucht.',
      en: 'You have booked exactly this time already.',
    })
}

const whichOne = {
  de: 'fehlt: Bitte angeben, welcher Termin der Serie gebucht wird.',
  en: 'is missing: please say which occurrence of the series is booked.',
}
const noPlace = {
  de: 'Dieser Termin hat kein Projekt: Bitte ein Projekt oder eine Aufgabe angeben.',
  en: 'This event has no project: please send a project or a task.',
}
