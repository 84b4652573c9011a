import { describe, expect, test } from 'vitest'
import { house, scenario } from '../harness/house.ts'

const at = house()
let count = 0
const person = (changes: object = {}) => ({
  email: `neu-${++count}-${crypto.randomUUID()}@kontor.example`,
  name: 'Jörg Süß',
  role: 'member',
  ...changes,
})

describe('members', () => {
  test('are listed for every role, with addresses and rates for administrators alone', async () => {
    const list = async (who: 'admin' | 'viewer') => (await at[who].rest('GET', '/members')).body
    expect(await list('admin')).toMatchObject({ total: 6 })
    expect((await list('admin')).members.every(({ email }: { email: string }) => email.includes('@'))).toBe(true)
    const seen = (await list('viewer')).members
    expect(seen.filter(({ email }: { email: string | null }) => email).map(({ id }: { id: string }) => id)).toEqual([
      at.viewer.id,
    ])
    expect(seen[0]).toMatchObject({ organization_id: at.organizationId, slug: expect.any(String) })
  })
  test('are added with a slug of their name, and mailed a link', async () => {
    const { status, body } = await at.admin.rest('POST', '/members', person())
    expect([status, body.slug]).toEqual([201, expect.stringMatching(/^joerg-suess(-[0-9a-f]{4})?$/)])
    const { rows } = await at.app.system.query('select recipients, body_text from mails where subject_id = $1', [
      body.id,
    ])
    expect(rows).toEqual([{ recipients: [body.email], body_text: expect.stringContaining('/app/password?claim=') }])
  })
  test('taken addresses and slugs are refused', async () => {
    const first = (await at.owner.rest('POST', '/members', person({ slug: `s-${crypto.randomUUID()}` }))).body
    const email = await at.owner.rest('POST', '/members', person({ email: first.email.toUpperCase() }))
    expect([email.status, email.body.error]).toEqual([409, 'email_taken'])
    const slug = await at.owner.rest('POST', '/members', person({ slug: first.slug }))
    expect([slug.status, slug.body.error]).toEqual([409, 'slug_taken'])
  })
  scenario(at, 'are not for a member to add', () => ({ as: 'member', post: '/members', send: person(), status: 403 }))
  scenario(at, 'an admin makes no owner', () => ({
    as: 'admin',
    post: '/members',
    send: person({ role: 'owner' }),
    status: 403,
  }))
  for (const [what, changes, field] of [
    ['an unknown role', { role: 'king' }, 'role'],
    ['an unknown time zone', { timezone: 'Mars/Base' }, 'timezone'],
    ['a slug with spaces', { slug: 'a b' }, 'slug'],
    ['a bad address', { email: 'x' }, 'email'],
  ] as const)
    scenario(at, `refuse ${what}`, () => ({ post: '/members', send: person(changes), status: 422, body: { field } }))
  test('change their own name, and nothing of their rights', async () => {
    const mine = await at.viewer.rest('PUT', `/members/${at.viewer.id}`, {
      name: 'Neuer Name',
      timezone: 'Europe/Vienna',
    })
    expect([mine.status, mine.body.name]).toEqual([200, 'Neuer Name'])
    for (const send of [{ role: 'owner' }, { hourly_rate_cents: 1 }])
      expect((await at.viewer.rest('PUT', `/members/${at.viewer.id}`, send)).status).toBe(403)
    expect((await at.viewer.rest('PUT', `/members/${at.member.id}`, { name: 'x' })).status).toBe(403)
    expect((await at.admin.rest('PUT', `/members/${at.owner.id}`, { name: 'x' })).status).toBe(403)
  })
  test('always have an owner', async () => {
    for (const answer of [
      await at.owner.rest('DELETE', `/members/${at.owner.id}`),
      await at.owner.rest('PUT', `/members/${at.owner.id}`, { role: 'admin' }),
    ])
      expect([answer.status, answer.body.error]).toEqual([409, 'conflict'])
  })
  test('that are removed take their tokens along', async () => {
    const { body } = await at.owner.rest('POST', '/members', person())
    const { createToken } = await import('../../src/core/access/bearer.ts')
    const made = createToken(at.organizationId)
    await at.app.system.query(
      "insert into tokens (organization_id, id, created_at, updated_at, member_id, name, hash, last_four) values ($1, gen_random_uuid(), now(), now(), $2, 'x', $3, $4)",
      [at.organizationId, body.id, made.hash, made.lastFour],
    )
    const { person: somebody } = await import('../harness/house.ts')
    const them = somebody(at.app, at.organizationId, body.id, made.token)
    expect((await them.rest('GET', '/me')).body.id).toBe(body.id)
    expect((await at.owner.rest('DELETE', `/members/${body.id}`)).status).toBe(204)
    expect((await them.rest('GET', '/me')).status).toBe(401)
  })
})
