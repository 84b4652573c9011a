import { policy, roles } from '#core/access/policy'

/** Who may do what with calendar events: the calendar is the organization's, and everyone who works writes in it. */
export const calendarEvents = policy({
  read: roles.workReaders,
  write: roles.workers,
  /** Who comes to a booking changes its event. */
  writeBookedOfOthers: roles.administrators,
})
