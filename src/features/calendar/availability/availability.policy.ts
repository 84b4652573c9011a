import { policy, roles } from '#core/access/policy'

export const availability = policy({
  read: roles.workReaders,
  write: roles.workers,
})
