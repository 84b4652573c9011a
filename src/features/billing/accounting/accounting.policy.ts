import { policy, roles } from '#core/access/policy'

/** Who may have the books exported (contract §4): who reads money. */
export const accounting = policy({ export: roles.moneyReaders })
