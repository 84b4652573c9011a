import { policy, roles } from '#core/access/policy'

/** Who may do what with comments: everyone who works writes, and changes the own ones; administrators all. */
export const comments = policy({
  read: roles.workReaders,
  write: roles.workers,
  writeOfOthers: roles.administrators,
})
