import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { Role } from '../core/access/policy.ts'
import { createMember } from '../members/create-member.ts'

/** Creates an organization with its owner, whole or not at all; `system` works as the owner of the database. Answers a full token, shown once. */
export async function createOrganization(
  system: Pool,
  { name, email, password }: { name: string; email: string; password?: string },
): Promise<{ organizationId: string; memberId: string; token: string }> {
  const organizationId = randomUUID()
  const client = await system.connect()
  try {
    await client.query('begin')
    await client.query(
      'insert into organizations (id, created_at, updated_at, name, legal_name) values ($1, now(), now(), $2, $2)',
      [organizationId, name],
    )
    const owner = await createMember(client, { organizationId, email, role: Role.owner, ...(password && { password }) })
    await client.query('commit')
    return { organizationId, ...owner }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
