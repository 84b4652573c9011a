import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { createToken } from '../core/access/bearer.ts'
import type { Role } from '../core/access/policy.ts'

/** Creates a member with a full token, shown once; for commands and tests. */
export async function createMember(
  system: Pool,
  {
    organizationId,
    email,
    role,
    name,
  }: { organizationId: string; email: string; role: Role; name?: string; password?: string },
): Promise<{ memberId: string; token: string }> {
  const memberId = randomUUID()
  const { token, hash, lastFour } = createToken(organizationId)
  await system.query(
    `insert into members (organization_id, id, created_at, updated_at, email, name, slug, role)
     values ($1, $2, now(), now(), $3, $4, $5, $6)`,
    [organizationId, memberId, email, name ?? email.split('@')[0], memberId, role],
  )
  await system.query(
    `insert into tokens (organization_id, id, created_at, updated_at, member_id, name, hash, last_four)
     values ($1, gen_random_uuid(), now(), now(), $2, 'command', $3, $4)`,
    [organizationId, memberId, hash, lastFour],
  )
  return { memberId, token }
}
