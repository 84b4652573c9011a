import { policy, Role } from '#core/access/policy'

/** Who may read who changed what (contract §4). Nobody may write in it. */
export const auditLog = policy({ read: [Role.owner, Role.admin, Role.auditor] })
