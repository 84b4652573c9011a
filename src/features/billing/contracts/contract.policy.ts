import { policy, roles } from '#core/access/policy'

/** Who may do what with contracts. */
export const contracts = policy({
  read: roles.moneyReaders,
  write: roles.moneyWriters,
})
