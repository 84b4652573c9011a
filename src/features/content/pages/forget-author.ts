import sql from 'sql-template-tag'
import type { Context } from '#core/operation/context'
import type { Member } from '#features/people/members/member.entity'

/** Versions keep the name of an author who has left, and lead to nobody any more. */
export const forgetAuthor = (context: Context, { id }: Member) =>
  context.write(
    sql`update page_versions set author_id = null, updated_at = now(), version = version + 1
        where organization_id = ${context.organizationId} and author_id = ${id}`,
  )
