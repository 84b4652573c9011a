import { randomUUID } from 'node:crypto'
import { Pool, type PoolClient } from 'pg'
import sql from 'sql-template-tag'
import { writeAuditEntry } from '#core/audit/chain'
import { runStatement } from '#core/database/connection'
import { inTransaction } from '#core/database/in-transaction'
import { createToken } from './bearer.ts'
import { insertSecurityEvent } from './security-event.ts'

/** Actor of commands in the audit log. */
export const commandLineActor = { type: 'system', id: null, name: 'kontor' } as const

export interface NewToken {
  organizationId: string
  memberId: string
  name: string
  scope?: 'full' | 'read'
  /** A year from now by default; null never expires. */
  expiresAt?: Date | null
}

/** After a year. */
export const defaultTokenExpiry = (now: Date) => new Date(now.getTime() + 365 * 24 * 60 * 60 * 1000)

/** Creates a member's token for a command. `system` connects as the owner. */
export async function issueTokenByCommand(
  system: Pool | PoolClient,
  issued: NewToken,
): Promise<{ tokenId: string; token: string }> {
  if (system instanceof Pool) return inTransaction(system, (client) => issueTokenByCommand(client, issued))
  const { organizationId, memberId, name, scope = 'full', expiresAt = defaultTokenExpiry(new Date()) } = issued
  const tokenId = randomUUID()
  const { token, hash, lastFour } = createToken(organizationId)
  await runStatement(
    system,
    sql`insert into tokens (organization_id, id, created_at, updated_at, member_id, name, scope, hash, last_four, expires_at)
        values (${organizationId}, ${tokenId}, now(), now(), ${memberId}, ${name}, ${scope}, ${hash}, ${lastFour}, ${expiresAt})`,
  )
  const after = { member_id: memberId, name, scope, last_four: lastFour, expires_at: expiresAt?.toISOString() ?? null }
  await writeAuditEntry(system, organizationId, {
    actor: commandLineActor,
    action: 'token.created',
    resourceId: tokenId,
    before: null,
    after,
  })
  return { tokenId, token }
}

/** The same for an existing member, who sees it in the security log. */
export const issueTokenWithSecurityEvent = (system: Pool, issued: NewToken) =>
  inTransaction(system, async (client) => {
    const { organizationId, memberId, name } = issued
    const made = { kind: 'token_created', memberId, name, device: commandLineActor.name } as const
    await runStatement(client, insertSecurityEvent(organizationId, made, new Date()))
    return issueTokenByCommand(client, issued)
  })
