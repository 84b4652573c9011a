import { policy, roles } from '#core/access/policy'

/** Contract §4. */
export const accounting = policy({ export: roles.moneyReaders })
