import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { runStatement, type Statement } from '#core/database/connection'
import { foldAddress } from '#core/text/mail-address'

// Who signs in says an address, and not an organization: a small look-up over all of them says whose it is.

/** Where it is kept: an operation's context, or a command's transaction. */
interface Writer {
  writeReturning(statement: Statement): Promise<unknown[]>
}

/** Who has an address: one person in two organizations is two members. */
export interface Membership {
  organizationId: string
  memberId: string
}

/** Keeps the address of a member, in the place of the one before. */
export const saveMemberEmail = (keeps: Writer, { organizationId, memberId }: Membership, email: string) =>
  keeps.writeReturning(
    sql`insert into member_emails (organization_id, member_id, email) values (${organizationId}, ${memberId}, lower(${foldAddress(email)}))
        on conflict (organization_id, member_id) do update set email = excluded.email`,
  )

export const deleteMemberEmail = (keeps: Writer, { organizationId, memberId }: Membership) =>
  keeps.writeReturning(
    sql`delete from member_emails where organization_id = ${organizationId} and member_id = ${memberId}`,
  )

/**
 * The members whose address it is, over all organizations, always in the same order. Addresses that were kept before they had
 * one form are found as they are typed.
 */
export const findMemberships = (pool: Pool, email: string): Promise<Membership[]> =>
  runStatement<Membership>(
    pool,
    sql`select organization_id as "organizationId", member_id as "memberId" from find_memberships(${foldAddress(email)})
        union select organization_id, member_id from find_memberships(${email})
        order by 1, 2`,
  )
