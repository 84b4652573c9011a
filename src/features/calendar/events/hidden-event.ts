import type { CalendarEvent } from './calendar-event.entity.ts'

/** Whether a synced event is kept from somebody: whose it is not sees when, and no more (contract §4). */
export const isHiddenFromMember = (
  { connectionId, userId }: Pick<CalendarEvent, 'connectionId' | 'userId'>,
  memberId: string | undefined,
): boolean => connectionId !== null && userId !== memberId

/** What is shown instead of its title. */
export const hiddenEventTitle = { de: 'Belegt', en: 'Busy' }
