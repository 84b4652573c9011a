import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import sql from 'sql-template-tag'
import { run } from '#core/database/connection'
import { createToken } from './bearer.ts'

export interface NewToken {
  organizationId: string
  memberId: string
  name: string
  scope?: 'full' | 'read'
  expiresAt?: Date
}

/** Creates a token of a member, shown once; `system` works as the owner of the database. For commands. */
export async function issueToken(
  system: Pool | PoolClient,
  { organizationId, memberId, name, scope = 'full', expiresAt }: NewToken,
): Promise<{ tokenId: string; token: string }> {
  const tokenId = randomUUID()
  const { token, hash, lastFour } = createToken(organizationId)
  await run(
    system,
    sql`insert into tokens (organization_id, id, created_at, updated_at, member_id, name, scope, hash, last_four, expires_at)
        values (${organizationId}, ${tokenId}, now(), now(), ${memberId}, ${name}, ${scope}, ${hash}, ${lastFour}, ${expiresAt ?? null})`,
  )
  return { tokenId, token }
}
