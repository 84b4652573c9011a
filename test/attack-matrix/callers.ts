import { randomUUID } from 'node:crypto'
import { createToken } from '#core/access/bearer'
import { createLinkToken } from '#core/access/link-token'
import { Role } from '#core/access/policy'
import { createPerson, type House, type Person } from '../harness/house.ts'

/** One who calls with a valid token. */
export interface Caller {
  name: string
  role: Role
  scope: 'full' | 'read'
  person: Person
}

/** Puts a token into the database; answers its id. */
export async function mint(
  { app, organizationId }: House,
  memberId: string,
  hash: Buffer,
  {
    scope = 'full',
    kind = 'token',
    ends = "now() + interval '1 day'",
  }: { scope?: string; kind?: string; ends?: string },
): Promise<string> {
  const id = randomUUID()
  await app.system.query(
    `insert into tokens (organization_id, id, created_at, updated_at, member_id, name, hash, last_four, scope, kind, expires_at, last_used_at, proved_at)
     values ($1, $2, now(), now(), $3, 'Matrix', $4, 'xxxx', $5, $6, ${ends}, now(), now())`,
    [organizationId, id, memberId, hash, scope, kind],
  )
  return id
}

/** Every role, with a token for everything and one that may only read. */
export async function callersOf(at: House): Promise<Caller[]> {
  const callers: Caller[] = []
  for (const role of Object.values(Role)) {
    const full = at[role]
    const { token, hash } = createToken(at.organizationId)
    await mint(at, full.id, hash, { scope: 'read' })
    callers.push({ name: `${role}, full`, role, scope: 'full', person: full })
    const reader = createPerson(at.app, at.organizationId, full.id, token)
    callers.push({ name: `${role}, read`, role, scope: 'read', person: reader })
  }
  return callers
}

/** Those whom no token lets in, although they were let in, or would be elsewhere: each is a person and what they send along. */
export async function strangersOf(
  at: House,
): Promise<{ name: string; person: Person; headers?: Record<string, string> }[]> {
  const { app, organizationId, owner } = at
  const as = (token: string) => createPerson(app, organizationId, owner.id, token)
  const expired = createToken(organizationId)
  await mint(at, owner.id, expired.hash, { ends: "now() + interval '1 day'" })
  await as(expired.token).rest('GET', '/me')
  await app.system.query(`update tokens set expires_at = now() - interval '1 second' where hash = $1`, [expired.hash])
  const revoked = (await owner.rest('POST', '/tokens', { name: 'Matrix' })).body
  await as(revoked.token).rest('GET', '/me')
  await owner.rest('DELETE', `/tokens/${revoked.id}`)
  const session = createLinkToken(organizationId)
  await mint(at, owner.id, session.hash, { kind: 'session' })
  return [
    { name: 'no token', person: at.nobody },
    { name: 'a token that has expired', person: as(expired.token) },
    { name: 'a token that was revoked', person: as(revoked.token) },
    { name: 'a token that was never issued', person: as(createToken(organizationId).token) },
    { name: 'a token of no organization', person: as(createToken(randomUUID()).token) },
    { name: 'no token of ours', person: as('kontor_wrong') },
    { name: 'the cookie of a session', person: at.nobody, headers: { cookie: `kontor_session=${session.token}` } },
  ]
}
