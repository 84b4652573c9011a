import { policy, roles } from '#core/access/policy'

/** Who may do what with quotes. */
export const quotes = policy({
  read: roles.moneyReaders,
  write: roles.moneyWriters,
})
