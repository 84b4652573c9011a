import { policy, roles } from '#core/access/policy'

/** The calendar belongs to the organization: all workers write in it. */
export const calendarEvents = policy({
  read: roles.workReaders,
  write: roles.workers,
  /** Hosts change the events of their own bookings. */
  writeBookedOfOthers: roles.administrators,
})
