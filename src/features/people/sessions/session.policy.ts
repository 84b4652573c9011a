import { policy, roles } from '#core/access/policy'

/** Who may do what with sessions: everybody with their own. */
export const sessions = policy({ own: roles.everyone })
