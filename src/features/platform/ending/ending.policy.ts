import { policy, Role } from '#core/access/policy'

/** Who ends an organization. */
export const ending = policy({ manage: [Role.owner] })
