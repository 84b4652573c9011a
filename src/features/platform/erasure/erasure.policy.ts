import { policy, roles } from '#core/access/policy'

/** Who sees what is stored about a person, and erases it. */
export const erasure = policy({ manage: roles.administrators })
