import type { CacheRules } from '../graphql/cache-rules.ts'
import { eventCacheKey, optimisticEventMove } from './optimistic-event.ts'

export const calendarCache: CacheRules = {
  invalidates: {
    createCalendarEvent: ['calendarEvents'],
    updateCalendarEvent: ['calendarEvents', 'calendarEvent'],
    deleteCalendarEvent: ['calendarEvents'],
    cancelBooking: ['calendarEvents', 'bookings'],
    rescheduleBooking: ['calendarEvents', 'bookings'],
    createAbsence: ['absences'],
    updateAbsence: ['absences'],
    deleteAbsence: ['absences'],
  },
  optimistic: { updateCalendarEvent: optimisticEventMove },
  keys: { CalendarEvent: eventCacheKey },
}
