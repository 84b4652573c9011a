import { describe, expect, test } from 'vitest'
import { createToken } from '#core/access/bearer'
import { Role } from '#core/access/policy'
import { createMemberByCommand } from '#features/people/members/create-member-by-command'
import { CreateMemberDocument, MeDocument, MembersDocument } from '#schema/client/graphql'
import { house, scenario, createPerson as somebody } from '../../../harness/house.ts'
import { mailsAbout } from '../../../harness/mails.ts'

const at = house()
let count = 0
const person = (changes: object = {}) => ({
  email: `neu-${++count}-${crypto.randomUUID()}@kontor.example`,
  name: 'Jörg Süß',
  role: 'member',
  ...changes,
})

describe('members', () => {
  test('are listed for every role, with addresses and rates only for administrators', async () => {
    const list = async (who: 'admin' | 'viewer') => (await at[who].rest('GET', '/members')).body
    expect(await list('admin')).toMatchObject({ total: 6 })
    expect((await list('admin')).members.every(({ email }: { email: string }) => email.includes('@'))).toBe(true)
    const seen = (await list('viewer')).members
    expect(seen.filter(({ email }: { email: string | null }) => email).map(({ id }: { id: string }) => id)).toEqual([
      at.viewer.id,
    ])
    expect(seen[0]).toMatchObject({ organization_id: at.organizationId, slug: expect.any(String) })
  })
  test('get a slug from their name and a link by mail', async () => {
    const { status, body } = await at.admin.rest('POST', '/members', person())
    expect([status, body.slug]).toEqual([201, expect.stringMatching(/^joerg-suess(-\d+)?$/)])
    const { rows } = await at.app.system.query('select recipients, body_text from mails where subject_id = $1', [
      body.id,
    ])
    expect(rows).toEqual([{ recipients: [body.email], body_text: expect.stringContaining('/app/invitation#•••\n') }])
  })
  test('without a password can be invited again by administrators, owners only by owners', async () => {
    const { body } = await at.admin.rest('POST', '/members', person())
    const again = (by = at.admin, id = body.id) => by.rest('POST', `/members/${id}/resend`)
    expect((await again(at.accountant)).status).toBe(403)
    expect([(await again()).status, (await again()).body.delivery.state]).toEqual([200, 'queued'])
    const links = (await mailsAbout(at.app, body.id)).map(({ text }) => /#([\w-]{43,})/.exec(text)?.[1])
    expect([links.length, links.every(Boolean)]).toEqual([3, true])
    const { body: owner } = await at.owner.rest('POST', '/members', { ...person(), role: 'owner' })
    expect([(await again(at.admin, owner.id)).status, (await again(at.owner, owner.id)).status]).toEqual([403, 200])
    await at.owner.rest('DELETE', `/members/${owner.id}`)
    await at.app.system.query(`update members set password_hash = 'x' where id = $1`, [body.id])
    const taken = await again()
    expect([taken.status, taken.body.error]).toEqual([409, 'invalid_state'])
  })
  test('without a password are invited again if their address changes', async () => {
    const { body } = await at.admin.rest('POST', '/members', person())
    const invited = async (email: string) => {
      expect((await at.admin.rest('PUT', `/members/${body.id}`, { email })).status).toBe(200)
      const { rows } = await at.app.system.query<{ recipients: string[] }>(
        "select recipients from mails where subject_id = $1 and kind = 'invitation' order by created_at",
        [body.id],
      )
      return rows.flatMap(({ recipients }) => recipients)
    }
    const right = `r${body.email}`
    expect(await invited(right)).toEqual([body.email, right])
    expect(await invited(right)).toEqual([body.email, right])
    await at.app.system.query("update members set password_hash = 'x' where id = $1", [body.id])
    expect(await invited(`s${right}`)).toEqual([body.email, right])
  })
  test('of the same name get slugs with a number', async () => {
    const name = `Ida ${crypto.randomUUID()}`.slice(0, 40)
    const slugs = await Promise.all(
      [1, 2, 3].map(async () => (await at.owner.rest('POST', '/members', person({ name }))).body.slug as string),
    )
    const [plain = '', ...others] = slugs.toSorted((a, b) => a.length - b.length)
    expect(new Set(slugs).size).toBe(3)
    for (const slug of others) expect(slug.startsWith(plain) && /^-\d+$/.test(slug.slice(plain.length))).toBe(true)
  })
  test('are found by address only by readers who can see it', async () => {
    const { body } = await at.owner.rest('POST', '/members', person())
    const found = async (who: 'admin' | 'viewer') =>
      (await at[who].rest('GET', `/members?q=${encodeURIComponent(body.email)}`)).body.total
    expect([await found('admin'), await found('viewer')]).toEqual([1, 0])
  })
  test('release their slug when they take another', async () => {
    const [first, second] = [`a-${crypto.randomUUID()}`, `b-${crypto.randomUUID()}`]
    const { body } = await at.owner.rest('POST', '/members', person({ slug: first }))
    expect((await at.owner.rest('PUT', `/members/${body.id}`, { slug: second })).body.slug).toBe(second)
    expect((await at.owner.rest('POST', '/members', person({ slug: first }))).status).toBe(201)
    const taken = await at.owner.rest('PUT', `/members/${body.id}`, { slug: first })
    expect([taken.status, taken.body.error, taken.body.field]).toEqual([409, 'slug_taken', 'slug'])
  })
  test('leave no slug behind if a command fails to add them', async () => {
    const { body } = await at.owner.rest('POST', '/members', person())
    const name = `Leo ${crypto.randomUUID()}`
    const refused = createMemberByCommand(at.app.system, {
      organizationId: at.organizationId,
      email: body.email,
      role: Role.viewer,
      name,
    })
    await expect(refused).rejects.toMatchObject({ code: '23505' })
    const slug = name.toLowerCase().replace(' ', '-')
    const { rows } = await at.app.system.query('select from member_slugs where slug = $1', [slug])
    expect(rows).toHaveLength(0)
  })
  test('cannot have a taken address or slug', async () => {
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
    ['an offset for a time zone', { timezone: '+01:00' }, 'timezone'],
    ['a slug with spaces', { slug: 'a b' }, 'slug'],
    ['a bad address', { email: 'x' }, 'email'],
  ] as const)
    scenario(at, `refuse ${what}`, () => ({ post: '/members', send: person(changes), status: 422, body: { field } }))
  test('can change their own name, but not their role', async () => {
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
  test('keep an owner if two owners remove each other at once', async () => {
    const second = await createMemberByCommand(at.app.system, {
      organizationId: at.organizationId,
      email: person().email,
      role: Role.owner,
    })
    const other = somebody(at.app, at.organizationId, second.memberId, second.token)
    const answers = await Promise.all([
      at.owner.rest('PUT', `/members/${other.id}`, { role: 'admin' }),
      other.rest('PUT', `/members/${at.owner.id}`, { role: 'admin' }),
    ])
    expect(answers.map(({ status }) => status)).toContain(200)
    const { rows } = await at.app.system.query<{ id: string }>(
      "select id from members where organization_id = $1 and role = 'owner'",
      [at.organizationId],
    )
    expect(rows).toHaveLength(1)
    // The others of this file go on as the owner.
    await at.app.system.query("update members set role = 'owner' where id = $1", [at.owner.id])
    await at.app.system.query("update members set role = 'viewer' where id = $1", [other.id])
  })
  test('lose their tokens when they are removed', async () => {
    const { body } = await at.owner.rest('POST', '/members', person())
    const made = createToken(at.organizationId)
    await at.app.system.query(
      "insert into tokens (organization_id, id, created_at, updated_at, member_id, name, hash, last_four) values ($1, gen_random_uuid(), now(), now(), $2, 'x', $3, $4)",
      [at.organizationId, body.id, made.hash, made.lastFour],
    )
    const them = somebody(at.app, at.organizationId, body.id, made.token)
    expect((await them.rest('GET', '/me')).body.id).toBe(body.id)
    expect((await at.owner.rest('DELETE', `/members/${body.id}`)).status).toBe(204)
    expect((await them.rest('GET', '/me')).status).toBe(401)
  })
})

describe('members over GraphQL', () => {
  test('have addresses only for administrators and themselves', async () => {
    const { data } = await at.viewer.graphql(MeDocument)
    expect(data?.me).toMatchObject({ id: at.viewer.id, role: 'viewer' })
    const admins = async (who: 'owner' | 'viewer') =>
      (await at[who].graphql(MembersDocument, { role: 'admin' })).data?.members?.members
    expect(await admins('owner')).toMatchObject([
      { id: at.admin.id, email: expect.stringContaining('@'), role: 'admin' },
    ])
    expect(await admins('viewer')).toMatchObject([{ id: at.admin.id, email: null }])
  })
  test('are added, and refused with the same messages as over REST', async () => {
    const input = { email: person().email, name: 'Grace Höpper', role: 'accountant' } as const
    const { data } = await at.admin.graphql(CreateMemberDocument, { input })
    expect(data?.createMember).toMatchObject({ slug: 'grace-hoepper', role: 'accountant' })
    const refusal = async (who: 'admin' | 'member', changes: object) =>
      (await at[who].graphql(CreateMemberDocument, { input: { ...input, ...changes } })).errors?.[0].extensions
    expect(await refusal('admin', {})).toEqual({ code: 'email_taken', status: 409, field: 'email' })
    expect(await refusal('admin', { timezone: '+02:00' })).toMatchObject({ status: 422, field: 'timezone' })
    expect(await refusal('member', {})).toEqual({ code: 'forbidden', status: 403 })
  })
})
