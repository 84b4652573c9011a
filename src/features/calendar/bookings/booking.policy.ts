import { policy, roles } from '#core/access/policy'
import { forbidden } from '#core/errors/problem'
import type { Context } from '#core/operation/context'

/** Who may do what with bookings: whoever comes to one changes it, and administrators any. */
export const bookings = policy({
  read: roles.workReaders,
  write: roles.workers,
  writeOfOthers: roles.administrators,
  forget: roles.administrators,
})

/** 403 where it is another's, and the caller no administrator. */
export function assertCanWriteBooking(context: Context, { hostIds }: { hostIds: readonly string[] }) {
  if (!hostIds.includes(context.member.id) && !context.may(bookings.writeOfOthers)) throw forbidden()
}
