import type { CalendarEntry, CalendarPerson } from '../icalendar/icalendar.ts'
import type { Attendee } from './attendees.ts'
import { type CalendarEvent, getOccurrenceEnd } from './calendar-event.entity.ts'
import type { ChangedOccurrence, OccurrenceChanges } from './occurrences.ts'
import { formatRule } from './recurrence.ts'

/** An event with everything that iCalendar shows. */
export interface EventDetails {
  event: Pick<
    CalendarEvent,
    | 'title'
    | 'description'
    | 'location'
    | 'meetUrl'
    | 'timezone'
    | 'allDay'
    | 'busy'
    | 'recurrence'
    | 'uid'
    | 'sequence'
  > & { startTime: Date; endTime: Date; updatedAt: Date }
  changed: readonly ChangedOccurrence[]
  attendees: readonly Pick<Attendee, 'email' | 'name' | 'answer' | 'link'>[]
  organizer: CalendarPerson | null
}

/** The event or series, and each changed occurrence. */
export function toCalendarEntries(whole: EventDetails): CalendarEntry[] {
  const { event, changed } = whole
  const series = event.recurrence === null ? null : { ...event, recurrence: event.recurrence }
  const main: CalendarEntry = {
    ...getCommonFields(whole, {}),
    start: event.startTime,
    end: event.endTime,
    recurrence: series && formatRule(series, event.allDay),
    excluded: changed.filter(({ cancelled }) => cancelled).map(({ occurrenceStart }) => occurrenceStart),
  }
  return [main, ...changed.filter(({ cancelled }) => !cancelled).map((each) => toOccurrenceEntry(whole, each))]
}

/** A changed or cancelled occurrence. */
export function toOccurrenceEntry(whole: EventDetails, occurrence: ChangedOccurrence): CalendarEntry {
  const { startTime, endTime, occurrenceStart, cancelled, changes } = occurrence
  const start = startTime ?? occurrenceStart
  return {
    ...getCommonFields(whole, changes),
    start,
    end: endTime ?? getOccurrenceEnd(whole.event, start),
    occurrenceStart,
    isCancelled: cancelled,
  }
}

function getCommonFields({ event, attendees, organizer }: EventDetails, changes: OccurrenceChanges) {
  const { title, description, location, busy, meetUrl, uid, sequence, timezone, allDay, updatedAt } = event
  const { busy: isBusy, ...own } = { title, description, location, busy, ...changes }
  return { ...own, isFree: !isBusy, uid, sequence, timezone, allDay, updatedAt, url: meetUrl, organizer, attendees }
}
