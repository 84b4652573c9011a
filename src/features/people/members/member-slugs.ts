import { randomInt } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Statement } from '#core/database/connection'
import { slugify } from './slugify.ts'

// Slugs are unique across organizations: the key of a look-up table ensures it (409 `slug_taken`).

/** The context of an operation, or the transaction of a command. */
interface Claims {
  writeReturning(statement: Statement): Promise<unknown[]>
}

interface Holder {
  organizationId: string
  memberId: string
}

const insertSlug = (slug: string, { organizationId, memberId }: Holder) =>
  sql`insert into member_slugs (slug, organization_id, member_id) values (${slug}, ${organizationId}, ${memberId})`

/** Claims exactly this slug; 409 if it is taken. */
export async function claimSlug(claims: Claims, slug: string, holder: Holder): Promise<string> {
  await claims.writeReturning(insertSlug(slug, holder))
  return slug
}

/** Claims the slug of a name. If it is taken, appends a number that gets longer with each attempt. */
export async function claimFreeSlug(claims: Claims, name: string, holder: Holder): Promise<string> {
  const slug = slugify(name)
  for (let candidate = slug, most = 100; ; candidate = `${slug}-${randomInt(2, most)}`, most *= 10) {
    const taken = await claims.writeReturning(
      sql`${insertSlug(candidate, holder)} on conflict do nothing returning slug`,
    )
    if (taken.length) return candidate
  }
}

export async function replaceSlug(claims: Claims, from: string, to: string, holder: Holder): Promise<void> {
  await claims.writeReturning(
    sql`delete from member_slugs where organization_id = ${holder.organizationId} and slug = ${from}`,
  )
  await claimSlug(claims, to, holder)
}
