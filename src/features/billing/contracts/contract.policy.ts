import { policy, roles } from '#core/access/policy'

export const contracts = policy({
  read: roles.moneyReaders,
  write: roles.moneyWriters,
})
