import sql, { type Sql } from 'sql-template-tag'
import type { Context } from '#core/operation/context'

/** Clears a reference of events and increments their version. */
const detach =
  (column: Sql) =>
  (context: Context, { id }: { id: string }) =>
    context.write(
      sql`update calendar_events set ${column} = null, version = version + 1, updated_at = now()
          where organization_id = ${context.organizationId} and ${column} = ${id}`,
    )

export const detachProject = detach(sql`project_id`)
export const detachClient = detach(sql`client_id`)

/** Events of a deleted member stay in the organization's calendar. */
export async function detachMember(context: Context, member: { id: string }) {
  const { organizationId } = context
  await detach(sql`user_id`)(context, member)
  await context.write(
    sql`update calendar_attendees set member_id = null where organization_id = ${organizationId} and member_id = ${member.id}`,
  )
}
