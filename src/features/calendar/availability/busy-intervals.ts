import type { Context } from '#core/operation/context'
import type { BusyInterval, Interval } from '#core/time/interval'
import { readAbsenceTimes } from '../absences/absence.reads.ts'
import { readBusyEventTimes } from '../events/calendar-event.reads.ts'
import { readHolidayIntervals } from '../holidays/compute-holidays.ts'

/** Events, absences and public holidays of members in a window. Bookings are counted separately. */
export async function readBusyIntervals(
  context: Context,
  members: readonly string[],
  { from, to }: Interval,
): Promise<BusyInterval[]> {
  const window = [new Date(from), new Date(to)] as const
  const [events, absences, holidays] = await Promise.all([
    readBusyEventTimes(context, members, ...window),
    readAbsenceTimes(context, members, ...window),
    readHolidayIntervals(context, ...window),
  ])
  return [
    ...[...events, ...absences].map(({ userId, start, end }) => ({
      memberId: userId,
      from: start.getTime(),
      to: end.getTime(),
    })),
    ...members.flatMap((memberId) => holidays.map((holiday) => ({ memberId, ...holiday }))),
  ]
}
