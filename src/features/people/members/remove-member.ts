import sql from 'sql-template-tag'
import { Role } from '#core/access/policy'
import { select } from '#core/database/select'
import { conflict } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Member } from './member.entity.ts'
import { deleteMemberEmail } from './member-emails.ts'

/** Removes a member and their access; 409 for the only owner. */
export async function removeMember(context: Context, member: Member): Promise<void> {
  const { organizationId } = context
  if (member.role === Role.owner) await assertAnotherOwner(context, member.id)
  await context.write(
    sql`delete from member_slugs where organization_id = ${organizationId} and member_id = ${member.id}`,
  )
  await deleteMemberEmail(context, { organizationId, memberId: member.id })
  await context.runDeleteHandlers(member)
  context.em.remove(member)
  context.announceAccessChange(member.id)
}

/** 409 for the only owner. Locks all owners, so that the last two cannot leave at once. */
export async function assertAnotherOwner(context: Context, id: string) {
  const others = await context.query(
    select`id from members where organization_id = ${context.organizationId} and role = 'owner' and id <> ${id} for update`,
  )
  if (!others.length)
    throw conflict('conflict', { de: 'Es muss immer einen Inhaber geben.', en: 'There must always be an owner.' })
}
