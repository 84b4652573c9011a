import { policy, Role } from '#core/access/policy'

/** Who is told how the installation stands. */
export const installation = policy({ read: [Role.owner] })
