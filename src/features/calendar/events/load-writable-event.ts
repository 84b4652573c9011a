import { forbidden } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { CalendarEvent } from './calendar-event.entity.ts'

/** 403 if it was synced from another member's calendar. */
export async function loadWritableEvent(context: Context, id: string): Promise<CalendarEvent> {
  const event = await context.load(CalendarEvent, id)
  if (event.connectionId !== null && event.userId !== context.member.id) throw forbidden()
  return event
}

export const isPast = ({ clock }: Context, end: Date | null) => end !== null && end <= clock.now()
