import { policy, roles } from '#core/access/policy'

export const holidays = policy({ read: roles.workReaders })
