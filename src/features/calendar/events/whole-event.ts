import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { Member } from '#features/people/members/member.entity'
import type { CalendarPerson } from '../icalendar/icalendar.ts'
import { type Attendee, readAttendees } from './attendees.ts'
import type { CalendarEvent } from './calendar-event.entity.ts'
import type { WholeEvent } from './entry.ts'
import { changedOf } from './occurrences.ts'

/** An event that is kept, with all that it is told with. */
export type KnownEvent = WholeEvent & { id: string; attendees: Attendee[] }

/** An event with its attendees, its changed occurrences and whose it is. */
export async function wholeEvent(context: Context, event: CalendarEvent): Promise<KnownEvent> {
  const [changed, attendees, organizer] = await Promise.all([
    event.recurrence === null ? [] : changedOf(context, event),
    readAttendees(context, [event.id]),
    organizerOf(context, event.userId),
  ])
  return { id: event.id, event, changed, attendees, organizer }
}

/** Whose calendar an event is in; the organization where they have left. */
async function organizerOf(context: Context, userId: string | null): Promise<CalendarPerson | null> {
  const member = userId ? await context.one(Member, userId) : undefined
  if (member) return { name: member.name, email: member.email }
  const [organization] = await context.query<{ name: string; email: string | null }>(
    select`o.name, o.email from organizations o where o.id = ${context.organizationId}`,
  )
  return organization?.email ? { name: organization.name, email: organization.email } : null
}
