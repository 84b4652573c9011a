import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Context } from '../core/context.ts'
import { slugOf } from './slug.ts'

// Slugs are unique over the whole service: a row of the look-up table is the claim (409 `slug_taken` by its key).

/** Takes this slug, or is refused by its key. */
export async function takeSlug(context: Context, slug: string, memberId: string) {
  await context.query(
    sql`insert into member_slugs (slug, organization_id, member_id) values (${slug}, ${context.organizationId}, ${memberId})`,
  )
  return slug
}

/** Takes the slug of a name, or the same with a few random letters where somebody has it. */
export async function takeFreeSlug(context: Context, name: string, memberId: string): Promise<string> {
  const slug = slugOf(name)
  for (let candidate = slug; ; candidate = `${slug}-${randomBytes(2).toString('hex')}`) {
    const taken = await context.query(
      sql`insert into member_slugs (slug, organization_id, member_id) values (${candidate}, ${context.organizationId}, ${memberId})
          on conflict do nothing returning slug`,
    )
    if (taken.length) return candidate
  }
}

/** Gives one slug up for another. */
export async function moveSlug(context: Context, from: string, to: string, memberId: string) {
  await context.query(
    sql`delete from member_slugs where organization_id = ${context.organizationId} and slug = ${from}`,
  )
  await takeSlug(context, to, memberId)
}
