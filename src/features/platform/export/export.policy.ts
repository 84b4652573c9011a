import { policy, Role } from '#core/access/policy'

/** Who may take along everything that an organization has. */
export const everything = policy({ export: [Role.owner] })
