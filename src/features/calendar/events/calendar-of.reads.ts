import { select } from '#core/database/select'
import { columnsOf } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import type { Member } from '#features/people/members/member.entity'
import { CalendarEvent } from './calendar-event.entity.ts'
import { inCalendarOf } from './calendar-event.reads.ts'
import type { WholeEvent } from './entry.ts'
import { isKept, keptTitle } from './kept.ts'
import { changedNear } from './occurrences.ts'

/** Events that are read of one calendar at most, those that start last. */
const most = 5000

/** What of a synced event its member alone knows. */
const nothing = { description: null, location: null, meetUrl: null }

/** The events and series in the calendar of a member, as that member sees them, that lie at least partly in [from, to), and what differs about occurrences. */
export async function readCalendarOf(
  context: Context,
  { id: userId, language }: Pick<Member, 'id' | 'language'>,
  from: Date,
  to: Date,
): Promise<Pick<WholeEvent, 'event' | 'changed'>[]> {
  const { organizationId } = context
  const rows = await context.query<Row<CalendarEvent> & { uid: string; sequence: number }>(
    select`${columnsOf(context, CalendarEvent, 'e')}, e.uid, e.sequence from calendar_events e
        where e.organization_id = ${organizationId} and e.span_start < ${to} and (e.span_end is null or e.span_end > ${from})
          and ${inCalendarOf(organizationId, [userId])}
        order by e.span_start desc, e.id limit ${most}`,
  )
  const series = rows.filter(({ recurrence }) => recurrence !== null).map(({ id }) => id)
  const changed = Map.groupBy(await changedNear(context, series, from, to), ({ eventId }) => eventId)
  return rows.map((row) => ({
    event: {
      ...row,
      ...(isKept(row, userId) && { ...nothing, title: keptTitle[language === 'en' ? 'en' : 'de'] }),
      startTime: new Date(row.startTime),
      endTime: new Date(row.endTime),
      updatedAt: new Date(row.updatedAt),
    },
    changed: (changed.get(row.id) ?? []).map((each) => (isKept(row, userId) ? { ...each, changes: {} } : each)),
  }))
}
