import { policy, roles } from '#core/access/policy'

export const erasure = policy({ manage: roles.administrators })
