import { policy, Role } from '#core/access/policy'

export const organizationExport = policy({ export: [Role.owner] })
