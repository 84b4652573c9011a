import { policy, roles } from '#core/access/policy'

/** Who sees public holidays: whoever sees the calendar. */
export const holidays = policy({ read: roles.workReaders })
