import type { CalendarEvent } from './calendar-event.entity.ts'

/** Other members only see when a synced event takes place (contract §4). */
export const isHiddenFromMember = (
  { connectionId, userId }: Pick<CalendarEvent, 'connectionId' | 'userId'>,
  memberId: string | undefined,
): boolean => connectionId !== null && userId !== memberId

export const hiddenEventTitle = { de: 'Belegt', en: 'Busy' }
