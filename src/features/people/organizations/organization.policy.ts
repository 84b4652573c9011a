import { policy, roles } from '#core/access/policy'

/** Who may do what with the organization's own data. */
export const organization = policy({
  read: roles.moneyReaders,
  write: roles.administrators,
})
