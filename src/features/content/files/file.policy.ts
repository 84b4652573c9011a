import { policy, Role, roles } from '#core/access/policy'

/** Auditors read financial data only. */
export const files = policy({
  read: [...roles.moneyWriters, Role.member, Role.viewer],
  write: roles.workers,
})
