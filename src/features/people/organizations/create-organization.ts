import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { operator } from '#core/access/issue-token'
import { Role } from '#core/access/policy'
import { appendAudit } from '#core/audit/chain'
import { run } from '#core/database/connection'
import { inTransaction } from '#core/database/in-transaction'
import { addMember } from '#features/people/members/create-member'

/** Creates an organization with its owner, whole or not at all; `system` works as the owner of the database. Answers a full token, shown once. */
export function createOrganization(
  system: Pool,
  { name, ...owner }: { name: string; email: string; password?: string },
): Promise<{ organizationId: string; memberId: string; token: string }> {
  const organizationId = randomUUID()
  return inTransaction(system, async (client) => {
    await run(
      client,
      sql`insert into organizations (id, created_at, updated_at, name, legal_name) values (${organizationId}, now(), now(), ${name}, ${name})`,
    )
    const after = { name, legal_name: name }
    await run(
      client,
      appendAudit(organizationId, {
        actor: operator,
        action: 'organization.created',
        resourceId: organizationId,
        before: null,
        after,
      }),
    )
    return { organizationId, ...(await addMember(client, { ...owner, organizationId, role: Role.owner })) }
  })
}
