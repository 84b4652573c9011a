import { policy, Role, roles } from '#core/access/policy'

/** Who may do what with files and folders; an auditor reads money alone. */
export const files = policy({
  read: [...roles.moneyWriters, Role.member, Role.viewer],
  write: roles.workers,
})
