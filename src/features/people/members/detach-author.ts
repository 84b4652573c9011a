import sql, { raw } from 'sql-template-tag'
import type { Context } from '#core/operation/context'
import type { Member } from './member.entity.ts'

/** Clears the author's id when a member leaves; their name stays. */
export const detachAuthorFrom =
  (table: 'comments' | 'page_versions') =>
  (context: Context, { id }: Member) =>
    context.write(
      sql`update ${raw(table)} set author_id = null, updated_at = now(), version = version + 1
          where organization_id = ${context.organizationId} and author_id = ${id}`,
    )
