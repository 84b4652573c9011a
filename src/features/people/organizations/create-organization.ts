import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import sql from 'sql-template-tag'
import { commandLineActor, issueTokenByCommand } from '#core/access/issue-token-by-command'
import { Role } from '#core/access/policy'
import { writeAuditEntry } from '#core/audit/chain'
import { runStatement } from '#core/database/connection'
import { inTransaction } from '#core/database/in-transaction'
import type { Language } from '#core/text/language'
import { insertMember, type NewMember } from '#features/people/members/create-member-by-command'

export interface NewOrganization extends Pick<NewMember, 'email' | 'password' | 'passwordHash'> {
  name: string
  /** Defaults to the part of the owner's address before the @. */
  ownerName?: string
  language?: Language
}

/** Creates an organization and its owner in one transaction; returns a token. `system` connects as the owner of the database. */
export const createOrganization = (
  system: Pool,
  organization: NewOrganization,
): Promise<{ organizationId: string; memberId: string; token: string }> =>
  inTransaction(system, async (client) => {
    const created = await insertOrganization(client, organization)
    const { token } = await issueTokenByCommand(client, { ...created, name: 'First token' })
    return { ...created, token }
  })

/** Creates an organization without a token in the client's transaction. */
export async function insertOrganization(
  client: PoolClient,
  { name, language = 'de', ownerName, ...owner }: NewOrganization,
): Promise<{ organizationId: string; memberId: string }> {
  const organizationId = randomUUID()
  await runStatement(
    client,
    sql`insert into organizations (id, created_at, updated_at, name, legal_name, default_language)
        values (${organizationId}, now(), now(), ${name}, ${name}, ${language})`,
  )
  const after = { name, legal_name: name }
  await writeAuditEntry(client, organizationId, {
    actor: commandLineActor,
    action: 'organization.created',
    resourceId: organizationId,
    before: null,
    after,
  })
  const memberId = await insertMember(client, {
    ...owner,
    organizationId,
    role: Role.owner,
    ...(ownerName && { name: ownerName }),
  })
  return { organizationId, memberId }
}
