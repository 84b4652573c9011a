import { policy, Role } from '#core/access/policy'

export const installation = policy({ read: [Role.owner] })
