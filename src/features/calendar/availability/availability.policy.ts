import { policy, roles } from '#core/access/policy'

/** Who may do what with the hours in which they can be booked: each with their own. */
export const availability = policy({
  read: roles.workReaders,
  write: roles.workers,
})
