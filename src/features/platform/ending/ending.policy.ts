import { policy, Role } from '#core/access/policy'

export const ending = policy({ manage: [Role.owner] })
