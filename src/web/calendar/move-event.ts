import {
  type AppointmentFragment,
  AppointmentsAtDocument,
  UpdateAppointmentDocument,
  type UpdateAppointmentMutation,
} from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { fetchGraphql } from '../graphql/fetch-graphql.ts'
import { toLocalTime, toTimeRange } from '../i18n/local-time.ts'
import { type Feedback, feedbackFor } from '../ui/feedback.tsx'
import { messages } from './calendar.messages.ts'
import { formatDateAndTime } from './day-items.tsx'
import type { EventOccurrence } from './occurrences.ts'

/** Fetches an event past the cache. */
async function fetchEventAt(put: Pick<AppointmentFragment, 'id' | 'occurrenceStart' | 'startTime' | 'endTime'>) {
  const { data, problem } = await fetchGraphql(AppointmentsAtDocument, { from: put.startTime, to: put.endTime })
  const isIt = ({ id, occurrenceStart }: typeof put) => id === put.id && occurrenceStart === put.occurrenceStart
  return data ? { data: data.calendarEvents?.events.find(isIt) } : { problem }
}

type TimeSpan = Pick<AppointmentFragment, 'startTime' | 'endTime'>
type MovedEvent = UpdateAppointmentMutation['updateCalendarEvent']

const isSameTime = (one: TimeSpan, other: TimeSpan) =>
  Date.parse(one.startTime) === Date.parse(other.startTime) && Date.parse(one.endTime) === Date.parse(other.endTime)

/** Returns a function that moves an event to another time, and offers to undo it. */
export function useMoveEvent(zone: string, refetch: () => void, showFeedback: (feedback?: Feedback) => void) {
  const [update] = useMutation(UpdateAppointmentDocument)
  return async (occurrence: EventOccurrence, start: number, end: number) => {
    const { event } = occurrence
    const by = event.allDay ? event.timezone : zone
    const { id, occurrenceStart } = event
    const put = async (from: number, to: number, seen: typeof event | MovedEvent) => {
      const outcome = await update(
        {
          ...{ id, version: seen.version },
          input: { ...toTimeRange(from, to, by, event), ...(occurrenceStart && { occurrenceStart }) },
        },
        // An event that someone else has moved is not found at its previous time.
        { fetchCurrent: () => fetchEventAt(seen), isUnchanged: (now) => isSameTime(now, seen) },
      )
      // Shows changes made by others.
      if (outcome.problem) refetch()
      return outcome
    }
    const text = (from: number, to: number) => {
      const span = toTimeRange(from, to, by, event)
      const moved = { ...occurrence, start: toLocalTime(span.startTime, by), end: toLocalTime(span.endTime, by) }
      return messages.event.moved(event.title, formatDateAndTime(moved))
    }
    showFeedback(undefined)
    const outcome = await put(start, end, event)
    const moved = outcome.data?.updateCalendarEvent
    const undo =
      moved &&
      (async () => {
        showFeedback(undefined)
        const outcome = await put(occurrence.start, occurrence.end, moved)
        showFeedback(feedbackFor(outcome, text(occurrence.start, occurrence.end)))
      })
    showFeedback(feedbackFor(outcome, text(start, end), undo))
  }
}
