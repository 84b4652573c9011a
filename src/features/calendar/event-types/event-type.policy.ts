import { policy, roles } from '#core/access/policy'
import { forbidden } from '#core/errors/problem'
import type { Context } from '#core/operation/context'

/** Who may do what with event types: everyone who works writes the own ones, administrators those of others too. */
export const eventTypes = policy({
  read: roles.workReaders,
  write: roles.workers,
  writeOfOthers: roles.administrators,
})

/** 403 where it is another's, and the caller no administrator. */
export function assertCanWriteEventType(context: Context, userId: string) {
  if (userId !== context.member.id && !context.may(eventTypes.writeOfOthers)) throw forbidden()
}
