import { policy, roles } from '#core/access/policy'

/** Auditors read financial data only. */
export const pages = policy({
  read: roles.workReaders,
  write: roles.workers,
})
