import { randomBytes, randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { createToken } from '../core/access/bearer.ts'
import { hashPassword } from '../core/access/password.ts'
import type { Role } from '../core/access/policy.ts'
import { slugOf } from './slug.ts'

export interface NewMember {
  organizationId: string
  email: string
  role: Role
  /** The part of the address before the @ unless given. */
  name?: string
  password?: string
}

/**
 * Creates a member with a full token, shown once; `system` works as the owner of the database. For commands: the API
 * creates members without a token, and mails them a link.
 */
export async function createMember(
  system: Pool | PoolClient,
  member: NewMember,
): Promise<{ memberId: string; token: string }> {
  const memberId = randomUUID()
  const name = member.name ?? member.email.split('@')[0] ?? member.email
  const password = member.password ? await hashPassword(member.password) : null
  const slug = await claimSlug(system, slugOf(name), member.organizationId, memberId)
  await system.query(
    `insert into members (organization_id, id, created_at, updated_at, email, name, slug, role, password_hash)
     values ($1, $2, now(), now(), $3, $4, $5, $6, $7)`,
    [member.organizationId, memberId, member.email, name, slug, member.role, password],
  )
  const { token } = await issueToken(system, { organizationId: member.organizationId, memberId, name: 'First token' })
  return { memberId, token }
}

/** Takes the slug, or the same with a few random letters where somebody has it. */
async function claimSlug(system: Pool | PoolClient, slug: string, organizationId: string, memberId: string) {
  for (let candidate = slug; ; candidate = `${slug}-${randomBytes(2).toString('hex')}`) {
    const { rowCount } = await system.query(
      'insert into member_slugs (slug, organization_id, member_id) values ($1, $2, $3) on conflict do nothing',
      [candidate, organizationId, memberId],
    )
    if (rowCount) return candidate
  }
}

/** Creates a token of a member, shown once. */
export async function issueToken(
  system: Pool | PoolClient,
  token: { organizationId: string; memberId: string; name: string; scope?: 'full' | 'read'; expiresAt?: Date },
): Promise<{ tokenId: string; token: string }> {
  const tokenId = randomUUID()
  const made = createToken(token.organizationId)
  await system.query(
    `insert into tokens (organization_id, id, created_at, updated_at, member_id, name, scope, hash, last_four, expires_at)
     values ($1, $2, now(), now(), $3, $4, $5, $6, $7, $8)`,
    [
      token.organizationId,
      tokenId,
      token.memberId,
      token.name,
      token.scope ?? 'full',
      made.hash,
      made.lastFour,
      token.expiresAt ?? null,
    ],
  )
  return { tokenId, token: made.token }
}
