import { policy, Role, roles } from '#core/access/policy'
import { forbidden } from '#core/errors/problem'
import type { Context } from '#core/operation/context'

/** Who may do what with members; a member may change parts of their own entry, which the resolver sees to. */
export const members = policy({
  read: roles.everyone,
  updateSelf: roles.everyone,
  write: roles.administrators,
})

/** Contract §4: an admin may everything but owners. `role` is that of the member whom it concerns. */
export function assertCanManageRole(context: Context, role: Role) {
  if (role === Role.owner && context.member.role !== Role.owner) throw forbidden()
}
