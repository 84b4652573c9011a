import type { CalendarEntry, CalendarPerson } from '../icalendar/icalendar.ts'
import type { Attendee } from './attendees.ts'
import { type CalendarEvent, endOf } from './calendar-event.entity.ts'
import type { ChangedOccurrence, Changes } from './occurrences.ts'
import { ruleFor } from './recurrence.ts'

/** An event with all that iCalendar shows of it. */
export interface WholeEvent {
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

/** An event as iCalendar has it: the event or series, and each of its occurrences that differs. */
export function entriesOf(whole: WholeEvent): CalendarEntry[] {
  const { event, changed } = whole
  const series = event.recurrence === null ? null : { ...event, recurrence: event.recurrence }
  const main: CalendarEntry = {
    ...commonOf(whole, {}),
    start: event.startTime,
    end: event.endTime,
    recurrence: series && ruleFor(series, event.allDay),
    excluded: changed.filter(({ cancelled }) => cancelled).map(({ occurrenceStart }) => occurrenceStart),
  }
  return [main, ...changed.filter(({ cancelled }) => !cancelled).map((each) => occurrenceEntry(whole, each))]
}

/** One occurrence that differs from its series, or was cancelled. */
export function occurrenceEntry(whole: WholeEvent, occurrence: ChangedOccurrence): CalendarEntry {
  const { startTime, endTime, occurrenceStart, cancelled, changes } = occurrence
  const start = startTime ?? occurrenceStart
  return {
    ...commonOf(whole, changes),
    start,
    end: endTime ?? endOf(whole.event, start),
    occurrenceStart,
    isCancelled: cancelled,
  }
}

function commonOf({ event, attendees, organizer }: WholeEvent, changes: Changes) {
  const { title, description, location, busy, meetUrl, uid, sequence, timezone, allDay, updatedAt } = event
  const { busy: isBusy, ...own } = { title, description, location, busy, ...changes }
  return { ...own, isFree: !isBusy, uid, sequence, timezone, allDay, updatedAt, url: meetUrl, organizer, attendees }
}
