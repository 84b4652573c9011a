import { policy, Role } from '#core/access/policy'

/** Who may take along everything that an organization has. */
export const organizationExport = policy({ export: [Role.owner] })
