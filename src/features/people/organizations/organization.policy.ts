import { policy, roles } from '#core/access/policy'

export const organization = policy({
  read: roles.moneyReaders,
  write: roles.administrators,
})
