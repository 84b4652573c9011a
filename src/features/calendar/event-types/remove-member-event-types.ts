import sql from 'sql-template-tag'
import type { Context } from '#core/operation/context'
import type { Member } from '#features/people/members/member.entity'
import { EventType } from './event-type.entity.ts'

/** Deletes event types of the member, and removes the member from teams. */
export async function removeMemberEventTypes(context: Context, { id: userId }: Member) {
  for (const type of await context.em.find(EventType, { userId })) {
    await context.runDeleteHandlers(type)
    context.em.remove(type)
  }
  await context.write(
    sql`update booking_event_types set member_ids = array_remove(member_ids, ${userId}::uuid), version = version + 1, updated_at = now()
        where organization_id = ${context.organizationId} and member_ids @> array[${userId}::uuid]`,
  )
}
