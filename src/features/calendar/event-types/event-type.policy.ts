import { policy, roles } from '#core/access/policy'
import { forbidden } from '#core/errors/problem'
import type { Context } from '#core/operation/context'

/** Workers write their own event types, administrators those of all members. */
export const eventTypes = policy({
  read: roles.workReaders,
  write: roles.workers,
  writeOfOthers: roles.administrators,
})

/** 403 unless it is the caller's, or the caller is an administrator. */
export function assertCanWriteEventType(context: Context, userId: string) {
  if (userId !== context.member.id && !context.may(eventTypes.writeOfOthers)) throw forbidden()
}
