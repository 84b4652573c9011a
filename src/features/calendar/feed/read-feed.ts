import { select } from '#core/database/select'
import { notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { Member } from '#features/people/members/member.entity'
import { calendarEvents } from '../events/calendar-event.policy.ts'
import { readCalendarOf } from '../events/calendar-of.reads.ts'
import { entriesOf } from '../events/entry.ts'
import { icalendar } from '../icalendar/icalendar.ts'

const dayMs = 86_400_000
/** What a feed shows: three months back and a year ahead, a series whole. */
const daysBack = 90
const daysAhead = 366

/** The calendar of a private address as iCalendar text; 404 where it leads nowhere, or its member may not read calendars any more. */
export async function readFeed(context: Context, token: string): Promise<string> {
  const hash = context.enterByLink(token)
  const [feed] = await context.query<{ userId: string }>(
    select`f.user_id as "userId" from calendar_feeds f
        where f.organization_id = ${context.organizationId} and f.hash = ${hash}`,
  )
  const member = feed && (await context.one(Member, feed.userId))
  if (!member || !calendarEvents.read.has(member.role)) throw notFound()
  const now = context.clock.now().getTime()
  const events = await readCalendarOf(
    context,
    member.id,
    new Date(now - daysBack * dayMs),
    new Date(now + daysAhead * dayMs),
  )
  const entries = events.flatMap(({ event, changed }) =>
    entriesOf({ event, changed, attendees: [], organizer: null }).map((entry) => ({ ...entry, isFree: event.allDay })),
  )
  return icalendar({ method: 'PUBLISH', entries, name: member.name })
}
