import { select } from '#core/database/select'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import type { Member } from '#features/people/members/member.entity'
import type { EventDetails } from './calendar-entries.ts'
import { CalendarEvent } from './calendar-event.entity.ts'
import { isInCalendarOf } from './calendar-event.reads.ts'
import { hiddenEventTitle, isHiddenFromMember } from './hidden-event.ts'
import { readChangedOccurrencesNear } from './occurrences.ts'

/** Limit of events, latest first. */
const maxEvents = 5000

const hiddenDetails = { description: null, location: null, meetUrl: null }

/** Events and series of a member that overlap [from, to), as that member sees them, with changed occurrences. */
export async function readMemberCalendar(
  context: Context,
  { id: userId, language }: Pick<Member, 'id' | 'language'>,
  from: Date,
  to: Date,
): Promise<Pick<EventDetails, 'event' | 'changed'>[]> {
  const { organizationId } = context
  const rows = await context.query<Row<CalendarEvent> & { uid: string; sequence: number }>(
    select`${selectAllColumns(context, CalendarEvent, 'e')}, e.uid, e.sequence from calendar_events e
        where e.organization_id = ${organizationId} and e.span_start < ${to} and (e.span_end is null or e.span_end > ${from})
          and ${isInCalendarOf(organizationId, [userId])}
        order by e.span_start desc, e.id limit ${maxEvents}`,
  )
  const series = rows.filter(({ recurrence }) => recurrence !== null).map(({ id }) => id)
  const changed = Map.groupBy(await readChangedOccurrencesNear(context, series, from, to), ({ eventId }) => eventId)
  return rows.map((row) => ({
    event: {
      ...row,
      ...(isHiddenFromMember(row, userId) && {
        ...hiddenDetails,
        title: hiddenEventTitle[language === 'en' ? 'en' : 'de'],
      }),
      startTime: new Date(row.startTime),
      endTime: new Date(row.endTime),
      updatedAt: new Date(row.updatedAt),
    },
    changed: (changed.get(row.id) ?? []).map((each) =>
      isHiddenFromMember(row, userId) ? { ...each, changes: {} } : each,
    ),
  }))
}
