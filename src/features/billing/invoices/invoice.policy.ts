import { policy, roles } from '#core/access/policy'

/** Who may do what with invoices, credit notes and payments. */
export const invoices = policy({
  read: roles.moneyReaders,
  write: roles.moneyWriters,
})
