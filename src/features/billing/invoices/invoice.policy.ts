import { policy, roles } from '#core/access/policy'

export const invoices = policy({
  read: roles.moneyReaders,
  write: roles.moneyWriters,
})
