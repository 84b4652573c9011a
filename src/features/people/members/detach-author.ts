import sql, { raw } from 'sql-template-tag'
import type { Context } from '#core/operation/context'
import type { Member } from './member.entity.ts'

/** What an author wrote who has left keeps their name, and leads to nobody any more. */
export const detachAuthorFrom =
  (table: 'comments' | 'page_versions') =>
  (context: Context, { id }: Member) =>
    context.write(
      sql`update ${raw(table)} set author_id = null, updated_at = now(), version = version + 1
          where organization_id = ${context.organizationId} and author_id = ${id}`,
    )
