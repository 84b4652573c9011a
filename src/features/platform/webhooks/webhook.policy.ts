import { policy, roles } from '#core/access/policy'

export const webhooks = policy({
  read: roles.administrators,
  write: roles.administrators,
})
