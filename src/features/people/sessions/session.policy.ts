import { policy, roles } from '#core/access/policy'

export const sessions = policy({ own: roles.everyone })
