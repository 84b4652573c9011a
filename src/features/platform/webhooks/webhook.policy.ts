import { policy, roles } from '#core/access/policy'

/** Who may do what with webhooks. */
export const webhooks = policy({
  read: roles.administrators,
  write: roles.administrators,
})
