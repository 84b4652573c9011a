import { policy, roles } from '../core/access/policy.ts'

/** Who may do what with members; a member may change parts of their own entry, which the resolver sees to. */
export const members = policy({
  read: roles.everyone,
  updateSelf: roles.everyone,
  write: roles.administrators,
})
