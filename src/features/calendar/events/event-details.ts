import type { Context } from '#core/operation/context'
import { Member } from '#features/people/members/member.entity'
import type { CalendarPerson } from '../icalendar/icalendar.ts'
import { type Attendee, readAttendees } from './attendees.ts'
import type { EventDetails } from './calendar-entries.ts'
import type { CalendarEvent } from './calendar-event.entity.ts'
import { type ChangedOccurrence, readChangedOccurrences } from './occurrences.ts'

export interface StoredEventDetails extends EventDetails {
  id: string
  event: CalendarEvent
  attendees: Attendee[]
  /** Null once the member has left. */
  owner: CalendarPerson | null
}

/** Loads attendees, changed occurrences and owner of an event. `known` replaces the changed occurrences. */
export async function loadEventDetails(
  context: Context,
  event: CalendarEvent,
  known?: readonly ChangedOccurrence[],
): Promise<StoredEventDetails> {
  const [changed, attendees, owner] = await Promise.all([
    known ?? (event.recurrence === null ? [] : readChangedOccurrences(context, event)),
    readAttendees(context, [event.id]),
    event.userId ? context.loadOne(Member, event.userId) : undefined,
  ])
  const person = owner ? { name: owner.name, email: owner.email } : null
  return { id: event.id, event, changed, attendees, owner: person, organizer: event.organizer ?? person }
}
