import { policy, roles } from '#core/access/policy'

export const clients = policy({
  read: roles.everyone,
  write: [...roles.moneyWriters, ...roles.workers],
})
