import { policy, roles } from '#core/access/policy'

/** Who may do what with clients. */
export const clients = policy({
  read: roles.everyone,
  write: [...roles.moneyWriters, ...roles.workers],
})
