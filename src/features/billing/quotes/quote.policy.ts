import { policy, roles } from '#core/access/policy'

export const quotes = policy({
  read: roles.moneyReaders,
  write: roles.moneyWriters,
})
