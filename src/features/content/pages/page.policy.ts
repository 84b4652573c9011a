import { policy, roles } from '#core/access/policy'

/** Who may do what with pages; an auditor reads money alone. */
export const pages = policy({
  read: roles.workReaders,
  write: roles.workers,
})
