import type { Context } from '#core/operation/context'
import { Member } from '#features/people/members/member.entity'
import type { CalendarPerson } from '../icalendar/icalendar.ts'
import { type Attendee, readAttendees } from './attendees.ts'
import type { EventDetails } from './calendar-entries.ts'
import type { CalendarEvent } from './calendar-event.entity.ts'
import { type ChangedOccurrence, readChangedOccurrences } from './occurrences.ts'

/** An event that is kept, with all that it is told with. */
export interface StoredEventDetails extends EventDetails {
  id: string
  event: CalendarEvent
  attendees: Attendee[]
  /** Whose calendar it is in; null once they have left. */
  owner: CalendarPerson | null
}

/** An event with its attendees, its changed occurrences, where it is not given those that matter, and whose it is. */
export async function loadEventDetails(
  context: Context,
  event: CalendarEvent,
  known?: readonly ChangedOccurrence[],
): Promise<StoredEventDetails> {
  const [changed, attendees, owner] = await Promise.all([
    known ?? (event.recurrence === null ? [] : readChangedOccurrences(context, event)),
    readAttendees(context, [event.id]),
    event.userId ? context.one(Member, event.userId) : undefined,
  ])
  const person = owner ? { name: owner.name, email: owner.email } : null
  return { id: event.id, event, changed, attendees, owner: person, organizer: event.organizer ?? person }
}
