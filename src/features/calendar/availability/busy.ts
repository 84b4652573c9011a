import type { Context } from '#core/operation/context'
import type { Busy, Interval } from '#core/time/interval'
import { busyByEvents } from '../events/calendar-event.reads.ts'

/** When members are not free in a window, by their calendars. What is booked is counted by itself. */
export async function busyOf(context: Context, members: readonly string[], { from, to }: Interval): Promise<Busy[]> {
  const events = await busyByEvents(context, members, new Date(from), new Date(to))
  return events.map(({ userId, start, end }) => ({ memberId: userId, from: start.getTime(), to: end.getTime() }))
}
