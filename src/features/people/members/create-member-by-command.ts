import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import sql from 'sql-template-tag'
import { commandLineActor, issueTokenByCommand } from '#core/access/issue-token-by-command'
import { hashPassword } from '#core/access/password'
import type { Role } from '#core/access/policy'
import { writeAuditEntry } from '#core/audit/chain'
import { runStatement, type Statement } from '#core/database/connection'
import { inTransaction } from '#core/database/in-transaction'
import { foldAddress } from '#core/text/mail-address'
import { saveMemberEmail } from './member-emails.ts'
import { claimFreeSlug } from './member-slugs.ts'

export interface NewMember {
  organizationId: string
  email: string
  role: Role
  /** Defaults to the part of the address before the @. */
  name?: string
  password?: string
  /** A password that is already hashed. */
  passwordHash?: string
}

/** A new member with a token of full scope. */
export interface CreatedMember {
  memberId: string
  token: string
}

/**
 * Creates a member with a token in one transaction. `system` connects as the owner of the database. Only for commands: the API
 * creates members without a token and mails them a link.
 */
export const createMemberByCommand = (system: Pool, member: NewMember): Promise<CreatedMember> =>
  inTransaction(system, async (client) => {
    const memberId = await insertMember(client, member)
    const { token } = await issueTokenByCommand(client, { ...member, memberId, name: 'First token' })
    return { memberId, token }
  })

/** Creates a member without a token in the client's transaction. Returns the id. */
export async function insertMember(client: PoolClient, member: NewMember): Promise<string> {
  const { organizationId, role, name = member.email.replace(/@.*/, '') } = member
  const email = foldAddress(member.email)
  const memberId = randomUUID()
  const writeReturning = <Row>(statement: Statement) => runStatement<Row>(client, statement)
  const { password, passwordHash = password ? await hashPassword(password) : null } = member
  const slug = await claimFreeSlug({ writeReturning }, name, { organizationId, memberId })
  await writeReturning(
    sql`insert into members (organization_id, id, created_at, updated_at, email, name, slug, role, password_hash)
        values (${organizationId}, ${memberId}, now(), now(), ${email}, ${name}, ${slug}, ${role}, ${passwordHash})`,
  )
  await saveMemberEmail({ writeReturning }, { organizationId, memberId }, email)
  const after = { email, name, slug, role }
  await writeAuditEntry(client, organizationId, {
    actor: commandLineActor,
    action: 'member.created',
    resourceId: memberId,
    before: null,
    after,
  })
  return memberId
}
