import { policy, roles } from '#core/access/policy'
import { forbidden } from '#core/errors/problem'
import type { Context } from '#core/operation/context'

/** Hosts change their own bookings, administrators all. */
export const bookings = policy({
  read: roles.workReaders,
  write: roles.workers,
  writeOfOthers: roles.administrators,
  forget: roles.administrators,
})

/** 403 unless it is the caller's, or the caller is an administrator. */
export function assertCanWriteBooking(context: Context, { hostIds }: { hostIds: readonly string[] }) {
  if (!hostIds.includes(context.member.id) && !context.may(bookings.writeOfOthers)) throw forbidden()
}
