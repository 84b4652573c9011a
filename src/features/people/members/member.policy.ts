import { policy, Role, roles } from '#core/access/policy'
import { forbidden } from '#core/errors/problem'
import type { Context } from '#core/operation/context'

/** Members may also change parts of their own entry; the resolver checks that. */
export const members = policy({
  read: roles.everyone,
  updateSelf: roles.everyone,
  write: roles.administrators,
})

/** Contract §4: admins can manage everybody except owners. `role` is the managed member's. */
export function assertCanManageRole(context: Context, role: Role) {
  if (role === Role.owner && context.member.role !== Role.owner) throw forbidden()
}
