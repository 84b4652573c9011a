import { policy, roles } from '#core/access/policy'

export const tokens = policy({
  own: roles.everyone,
  all: roles.administrators,
})
