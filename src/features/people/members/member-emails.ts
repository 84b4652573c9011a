import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { runStatement, type Statement } from '#core/database/connection'
import { foldAddress } from '#core/text/mail-address'

// Cross-tenant look-up of members by address, because sign-in does not name an organization.

/** The context of an operation, or the transaction of a command. */
interface Writer {
  writeReturning(statement: Statement): Promise<unknown[]>
}

/** A member by organization. A person in two organizations is two members. */
export interface Membership {
  organizationId: string
  memberId: string
}

/** Stores or replaces the address of a member. */
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
 * The members with an address in all organizations, in a stable order. Addresses stored before normalization are found in the form in
 * which they were typed.
 */
export const findMemberships = (pool: Pool, email: string): Promise<Membership[]> =>
  runStatement<Membership>(
    pool,
    sql`select organization_id as "organizationId", member_id as "memberId" from find_memberships(${foldAddress(email)})
        union select organization_id, member_id from find_memberships(${email})
        order by 1, 2`,
  )
