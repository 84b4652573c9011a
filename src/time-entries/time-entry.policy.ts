import { policy, roles } from '../core/access/policy.ts'

/** Who may do what with time: everyone who works writes the own entries, administrators those of others too. */
export const timeEntries = policy({
  read: roles.workReaders,
  write: roles.workers,
  writeOfOthers: roles.administrators,
})
