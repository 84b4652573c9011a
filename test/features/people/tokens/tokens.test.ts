import { describe, expect, test } from 'vitest'
import { createToken, parseBearer } from '#core/access/bearer'
import { createPerson, house, openHouse, scenario } from '../../../harness/house.ts'

const at = house()

describe('a token', () => {
  test('is made by every role, shown once, and works', async () => {
    const { status, body } = await at.viewer.rest('POST', '/tokens', { name: 'Skript' })
    expect([status, body.scope, body.token.slice(-4)]).toEqual([201, 'full', body.last_four])
    const listed = (await at.viewer.rest('GET', '/tokens')).body
    expect(listed.tokens[0]).toMatchObject({ id: body.id, name: 'Skript', last_four: body.last_four })
    expect(JSON.stringify(listed)).not.toContain(body.token)
    expect((await createPerson(at.app, at.organizationId, at.viewer.id, body.token).rest('GET', '/me')).body.id).toBe(
      at.viewer.id,
    )
  })
  test('to read may not write, over REST as over GraphQL', async () => {
    const { body } = await at.owner.rest('POST', '/tokens', { name: 'lesen', scope: 'read' })
    const reader = createPerson(at.app, at.organizationId, at.owner.id, body.token)
    expect((await reader.rest('GET', '/clients')).status).toBe(200)
    expect((await reader.rest('POST', '/clients', { name: 'x' })).status).toBe(403)
    expect((await reader.rest('POST', '/tokens', { name: 'mehr' })).status).toBe(403)
    expect(
      (await reader.graphql('mutation { createClient(input: { name: "x" }) { id } }')).errors?.[0].extensions.code,
    ).toBe('forbidden')
  })
  test('that is revoked is refused at its next request', async () => {
    const { body } = await at.owner.rest('POST', '/tokens', { name: 'weg' })
    const caller = createPerson(at.app, at.organizationId, at.owner.id, body.token)
    expect((await caller.rest('GET', '/me')).status).toBe(200)
    expect((await at.owner.rest('DELETE', `/tokens/${body.id}`)).status).toBe(204)
    expect((await caller.rest('GET', '/me')).status).toBe(401)
    expect((await caller.rest('GET', '/nowhere')).status).toBe(401)
  })
  test.each(['before it was used', 'after it was used'])('that has expired %s is refused', async (when) => {
    const { body } = await at.owner.rest('POST', '/tokens', {
      name: 'kurz',
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    const caller = createPerson(at.app, at.organizationId, at.owner.id, body.token)
    // The second use counts a handful at once: the next one is not counted, which alone would refuse it.
    if (when.startsWith('after'))
      for (let use = 0; use < 2; use++) expect((await caller.rest('GET', '/me')).status).toBe(200)
    await at.app.system.query("update tokens set expires_at = now() - interval '1 second' where id = $1", [body.id])
    expect((await caller.rest('GET', '/me')).status).toBe(401)
  })
  scenario(at, 'does not expire in the past', {
    post: '/tokens',
    send: { name: 'x', expires_at: '2020-01-01T00:00:00Z' },
    status: 422,
    body: { field: 'expires_at' },
  })
  scenario(at, 'has a known scope', {
    post: '/tokens',
    send: { name: 'x', scope: 'admin' },
    status: 422,
    body: { field: 'scope' },
  })
  scenario(at, 'needs a name', { post: '/tokens', send: {}, status: 400, body: { field: 'name' } })
  test('of somebody else is for administrators alone', async () => {
    const { body } = await at.member.rest('POST', '/tokens', { name: 'meins' })
    expect((await at.viewer.rest('DELETE', `/tokens/${body.id}`)).status).toBe(404)
    expect((await at.viewer.rest('GET', `/tokens?member_id=${at.member.id}`)).status).toBe(403)
    expect((await at.admin.rest('GET', `/tokens?member_id=${at.member.id}`)).body.total).toBe(2)
    expect((await at.admin.rest('DELETE', `/tokens/${body.id}`)).status).toBe(204)
  })
  test("of an owner is no administrator's business", async () => {
    const { body } = await at.owner.rest('POST', '/tokens', { name: 'vom Inhaber' })
    expect((await at.admin.rest('DELETE', `/tokens/${body.id}`)).status).toBe(403)
    expect((await at.owner.rest('DELETE', `/tokens/${body.id}`)).status).toBe(204)
  })
  test('is one of a hundred at most that have not expired', async () => {
    const own = await openHouse(at.app)
    const more = (count: number, expires: string) =>
      at.app.system.query(
        `insert into tokens (organization_id, id, created_at, updated_at, member_id, name, hash, last_four, expires_at)
         select $1, gen_random_uuid(), now(), now(), $2, 'viele', uuid_send(gen_random_uuid()), 'xxxx', ${expires}
         from generate_series(1, $3)`,
        [own.organizationId, own.member.id, count],
      )
    await more(50, "now() - interval '1 second'")
    await more(98, "now() + interval '1 hour'")
    const answers = await Promise.all([1, 2, 3].map(() => own.member.rest('POST', '/tokens', { name: 'x' })))
    const made = answers.find(({ status }) => status === 201)
    expect(answers.map(({ status, body }) => body.error ?? status).sort()).toEqual([201, 'conflict', 'conflict'])
    expect((await own.viewer.rest('POST', '/tokens', { name: 'x' })).status).toBe(201)
    expect((await own.member.rest('DELETE', `/tokens/${made?.body.id}`)).status).toBe(204)
    expect((await own.member.rest('POST', '/tokens', { name: 'x' })).status).toBe(201)
  })
  test('that expires makes none that lives longer', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const { body } = await at.owner.rest('POST', '/tokens', { name: 'kurz', expires_at: soon })
    const caller = createPerson(at.app, at.organizationId, at.owner.id, body.token)
    for (const expires_at of [null, new Date(Date.now() + 7_200_000).toISOString()]) {
      const refused = await caller.rest('POST', '/tokens', { name: 'länger', expires_at })
      expect([refused.status, refused.body.field]).toEqual([422, 'expires_at'])
    }
    expect((await caller.rest('POST', '/tokens', { name: 'gleich' })).body.expires_at).toBe(body.expires_at)
    const sooner = new Date(Date.now() + 1_800_000).toISOString()
    expect((await caller.rest('POST', '/tokens', { name: 'kürzer', expires_at: sooner })).status).toBe(201)
  })
  test('is stored as a hash alone', async () => {
    const { rows } = await at.app.system.query<{ row: string }>(
      'select t::text as row from tokens t where organization_id = $1',
      [at.organizationId],
    )
    for (const { row } of rows) expect(row).not.toContain(at.owner.token?.slice(-20))
  })
})

describe('its form', () => {
  test('carries its organization and a checksum', () => {
    const id = crypto.randomUUID()
    const { token } = createToken(id)
    expect(token).toMatch(/^kontor_[0-9A-Za-z]{60}$/)
    expect(parseBearer(`Bearer ${token}`)?.organizationId).toBe(id)
    const other = token.at(-1) === 'A' ? 'B' : 'A'
    expect(parseBearer(`Bearer ${token.slice(0, -1)}${other}`)).toBeNull()
    for (const header of ['', 'Bearer', 'Basic x', `Bearer ${token} x`, `bearer  ${token.slice(1)}`])
      expect(parseBearer(header)).toBeNull()
  })
  test('survives organizations that begin with zeros', () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff'])
      expect(parseBearer(`Bearer ${createToken(id).token}`)?.organizationId).toBe(id)
  })
})
