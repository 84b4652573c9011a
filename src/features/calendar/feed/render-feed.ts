import { select } from '#core/database/select'
import { notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { addDays } from '#core/time/clock'
import { dayMs, startOfDay, toInstant } from '#core/time/local-time'
import { Member } from '#features/people/members/member.entity'
import { toCalendarEntries } from '../events/calendar-entries.ts'
import { calendarEvents } from '../events/calendar-event.policy.ts'
import { readMemberCalendar } from '../events/member-calendar.reads.ts'
import { reportUnreadableSeries } from '../events/unreadable-series.ts'
import { type CalendarEntry, formatCalendarInTurns } from '../icalendar/icalendar.ts'

const daysBack = 90
const daysAhead = 366
/** Later entries are left out. */
const maxBytes = 8 * 1024 * 1024

/** 404 if the URL is unknown, or if its member may no longer read calendars. */
export async function renderFeed(context: Context, token: string): Promise<string> {
  const hash = context.enterByLink(token)
  const [feed] = await context.query<{ userId: string }>(
    select`f.user_id as "userId" from calendar_feeds f
        where f.organization_id = ${context.organizationId} and f.hash = ${hash}`,
  )
  const member = feed && (await context.loadOne(Member, feed.userId))
  if (!member || !calendarEvents.read.has(member.role)) throw notFound()
  const now = context.clock.now().getTime()
  const [from, to] = [new Date(now - daysBack * dayMs), new Date(now + daysAhead * dayMs)]
  const [events, absences] = await Promise.all([
    readMemberCalendar(context, member, from, to),
    readAbsenceEntries(context, member, from, to),
  ])
  function* entries() {
    yield* absences
    for (const { event, changed } of events)
      try {
        yield* toCalendarEntries({ event, changed, attendees: [], organizer: null })
      } catch (error) {
        reportUnreadableSeries(context, { id: event.uid, recurrence: event.recurrence }, error)
      }
  }
  return formatCalendarInTurns({ method: 'PUBLISH', entries: entries(), name: member.name, maxBytes })
}

/** Absences without their kind, because subscribed calendars are often shared. */
async function readAbsenceEntries(
  context: Context,
  { id, timezone, language }: Pick<Member, 'id' | 'timezone' | 'language'>,
  from: Date,
  to: Date,
): Promise<CalendarEntry[]> {
  const rows = await context.query<{
    id: string
    startsOn: string
    endsOn: string
    half: 'morning' | 'afternoon' | null
    version: number
    updatedAt: string
  }>(
    select`a.id, a.starts_on::text as "startsOn", a.ends_on::text as "endsOn", a.half, a.version, a.updated_at as "updatedAt"
        from absences a
        where a.organization_id = ${context.organizationId} and a.user_id = ${id}
          and a.starts_on < ${to.toISOString().slice(0, 10)}::date and a.ends_on >= ${from.toISOString().slice(0, 10)}::date
        order by a.starts_on, a.id`,
  )
  return rows.map(({ id: absence, startsOn, endsOn, half, version, updatedAt }) => ({
    uid: `${absence}@kontor`,
    sequence: version,
    title: language === 'en' ? 'Away' : 'Abwesend',
    start: half === 'afternoon' ? getNoon(startsOn, timezone) : startOfDay(startsOn, timezone),
    end: half === 'morning' ? getNoon(endsOn, timezone) : startOfDay(addDays(endsOn, 1), timezone),
    allDay: half === null,
    timezone,
    updatedAt: new Date(updatedAt),
  }))
}

const getNoon = (day: string, timezone: string) => toInstant(`${day}T12:00:00`, timezone)
