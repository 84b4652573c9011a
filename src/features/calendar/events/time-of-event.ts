import { invalidState } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { TimeEntry } from '#features/work/time-entries/time-entry.entity'
import { createTimeEntry } from '#features/work/time-entries/track-time'
import type { EventTimeInput } from './calendar-event.inputs.ts'
import { loadOwn, occurrenceOf } from './change-event.ts'
import { shownOf } from './occurrences.ts'

/** Books the time of an event for the caller; 409 where it has no hours, 422 where it is not over yet, 403 where it is another's synced one. */
export async function bookTime(context: Context, id: string, input: EventTimeInput): Promise<TimeEntry> {
  const event = await loadOwn(context, id)
  if (event.allDay)
    throw invalidState({ de: 'Ein ganztägiger Termin hat keine Stunden.', en: 'An all-day event has no hours.' })
  const { occurrenceStart, taskId, projectId, description, billable } = input
  const known = occurrenceStart ? await occurrenceOf(context, event, occurrenceStart) : null
  const [occurrence] = known ? shownOf(event, known) : []
  const { startTime, endTime } = occurrence ?? event
  return createTimeEntry(context, {
    startedAt: startTime,
    endedAt: endTime,
    taskId: taskId ?? null,
    projectId: (projectId ?? (taskId ? undefined : event.projectId)) as string,
    description: description ?? occurrence?.changes.title ?? event.title,
    ...(billable !== undefined && { billable }),
  })
}
