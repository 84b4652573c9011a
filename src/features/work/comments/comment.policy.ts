import { policy, roles } from '#core/access/policy'

/** Workers write, and change their own comments; administrators change all. */
export const comments = policy({
  read: roles.workReaders,
  write: roles.workers,
  writeOfOthers: roles.administrators,
})
