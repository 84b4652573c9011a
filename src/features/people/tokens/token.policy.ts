import { policy, roles } from '#core/access/policy'

/** Who may do what with tokens: everybody with their own. */
export const tokens = policy({
  own: roles.everyone,
  all: roles.administrators,
})
