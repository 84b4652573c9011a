import { forbidden } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { CalendarEvent } from './calendar-event.entity.ts'

/** The event to change; 403 where it came from another's calendar. */
export async function loadWritableEvent(context: Context, id: string): Promise<CalendarEvent> {
  const event = await context.load(CalendarEvent, id)
  if (event.connectionId !== null && event.userId !== context.member.id) throw forbidden()
  return event
}

/** Whether what ends then is over: nobody is told of it. */
export const isPast = ({ clock }: Context, end: Date | null) => end !== null && end <= clock.now()
