import { policy, Role, roles } from '#core/access/policy'

export const reminders = policy({
  read: roles.moneyReaders,
  write: roles.moneyWriters,
  addBaseRate: [Role.owner],
})
