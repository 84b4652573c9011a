import { randomInt } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Statement } from '#core/database/connection'
import { slugify } from './slugify.ts'

// Slugs are unique over the whole service: a row of the look-up table is the claim (409 `slug_taken` by its key).

/** Where a claim is made: an operation's context, or a command's transaction. */
interface Claims {
  writeReturning(statement: Statement): Promise<unknown[]>
}

interface Holder {
  organizationId: string
  memberId: string
}

const insertSlug = (slug: string, { organizationId, memberId }: Holder) =>
  sql`insert into member_slugs (slug, organization_id, member_id) values (${slug}, ${organizationId}, ${memberId})`

/** Takes this slug, or is refused by its key. */
export async function claimSlug(claims: Claims, slug: string, holder: Holder): Promise<string> {
  await claims.writeReturning(insertSlug(slug, holder))
  return slug
}

/** Takes the slug of a name, or the same with a number where somebody has it: a longer one each time it is taken too. */
export async function claimFreeSlug(claims: Claims, name: string, holder: Holder): Promise<string> {
  const slug = slugify(name)
  for (let candidate = slug, most = 100; ; candidate = `${slug}-${randomInt(2, most)}`, most *= 10) {
    const taken = await claims.writeReturning(
      sql`${insertSlug(candidate, holder)} on conflict do nothing returning slug`,
    )
    if (taken.length) return candidate
  }
}

/** Gives one slug up for another. */
export async function replaceSlug(claims: Claims, from: string, to: string, holder: Holder): Promise<void> {
  await claims.writeReturning(
    sql`delete from member_slugs where organization_id = ${holder.organizationId} and slug = ${from}`,
  )
  await claimSlug(claims, to, holder)
}
