import { policy, Role, roles } from '#core/access/policy'

/** Members read what concerns their own account; owners read all of it. */
export const securityLog = policy({ own: roles.everyone, all: [Role.owner] })
