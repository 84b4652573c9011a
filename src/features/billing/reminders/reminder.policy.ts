import { policy, Role, roles } from '#core/access/policy'

/** Who may do what with reminders. */
export const reminders = policy({
  read: roles.moneyReaders,
  write: roles.moneyWriters,
  addBaseRate: [Role.owner],
})
