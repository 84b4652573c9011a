import { policy, Role } from '#core/access/policy'

/** Contract §4. Nobody may write. */
export const auditLog = policy({ read: [Role.owner, Role.admin, Role.auditor] })
