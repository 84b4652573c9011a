import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { issueTokenWithSecurityEvent } from '#core/access/issue-token-by-command'
import { Role } from '#core/access/policy'
import { totpCode, totpStepAt } from '#core/access/totp'
import { rotatePartitions } from '#core/database/partitions'
import { securityEventsTable } from '#features/people/security-log/security-events-table'
import { createBrowserSession, createPeople, password, signInWith } from '../../../harness/browser-session.ts'
import { house, openHouse, type Person } from '../../../harness/house.ts'

const at = house()
const { somebody, signedIn } = createPeople(at)

const log = async (who: Person, query = '') => {
  const { status, body } = await who.rest('GET', `/security-log?per_page=100${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.entries as Record<string, unknown>[]
}
const kindsOf = async (memberId: string) => (await log(at.owner, `&member_id=${memberId}`)).map(({ kind }) => kind)

describe('what is logged', () => {
  test('sign-ins and failed attempts, with browser and network', async () => {
    const who = await somebody()
    const page = createBrowserSession(at.app, '198.51.100.23')
    const headers = { origin: 'http://127.0.0.1:4000', 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' }
    await signInWith(page, { ...who, password: 'falsch-falsch' }, headers)
    await signInWith(page, who, headers)
    const entries = await log(at.owner, `&member_id=${who.id}`)
    expect(entries).toMatchObject(
      ['signed_in', 'sign_in_failed'].map((kind) => ({
        ...{ kind, member_id: who.id, actor_id: null },
        ...{ device: 'Firefox, Windows', network: '198.51.100.0', name: null },
      })),
    )
  })
  test('a lock-out after too many attempts', async () => {
    const who = await somebody()
    const page = createBrowserSession(at.app, '198.51.100.24')
    for (let attempt = 0; attempt < 12; attempt++) await signInWith(page, { ...who, password: 'falsch-falsch' })
    expect(await kindsOf(who.id)).toEqual(['locked_out', ...Array(9).fill('sign_in_failed')])
  })
  test('a wrong code once', async () => {
    const { page, who } = await signedIn()
    const { secret } = (
      await page.send('mutation ($p: String) { setUpTotp(currentPassword: $p) { secret } }', { p: password })
    ).data.setUpTotp
    await page.send('mutation ($code: String!) { confirmTotp(code: $code) }', {
      code: totpCode(secret, totpStepAt(new Date())),
    })
    await signInWith(createBrowserSession(at.app), { ...who, code: '000000' })
    expect(await kindsOf(who.id)).toEqual(['code_failed', 'signed_in'])
  })
  test('ended sessions, one by one and all at once', async () => {
    const { page, who } = await signedIn()
    for (let another = 0; another < 3; another++) await signInWith(createBrowserSession(at.app), who)
    const { sessions } = (await page.send('{ sessions { id current } }')).data
    const { id } = sessions.find(({ current }: { current: boolean }) => !current)
    await page.send('mutation ($id: UUID!) { endSession(id: $id) }', { id })
    expect((await page.send('mutation ($id: UUID!) { endSession(id: $id) }', { id })).errors?.[0].extensions.code).toBe(
      'not_found',
    )
    await page.send('mutation { endOtherSessions }')
    await page.send('mutation { signOut }')
    expect(await kindsOf(who.id)).toEqual([...Array(4).fill('session_ended'), ...Array(4).fill('signed_in')])
  })
  test('created tokens, and their first use from a network', async () => {
    const { body } = await at.member.rest('POST', '/tokens', { name: 'Skript' })
    const use = async (remoteAddress: string) => {
      const headers = { authorization: `Bearer ${body.token}` }
      await at.app.server.inject({ method: 'GET', url: '/api/v1/me', remoteAddress, headers })
      await at.app.services.tokenUses.write()
    }
    for (const address of ['192.0.2.1', '192.0.2.77', '2001:db8:1:2::3', '192.0.2.1']) await use(address)
    const entries = await log(at.member)
    const ofToken = entries.filter(({ name }) => name === 'Skript').map(({ kind, network }) => [kind, network])
    expect(ofToken.slice(0, 2)).toEqual([
      ['token_new_network', '2001:db8:1::'],
      ['token_new_network', '192.0.2.0'],
    ])
    expect(ofToken).toHaveLength(3)
    const { rows } = await at.app.system.query('select networks from tokens where id = $1', [body.id])
    expect(rows[0].networks).toEqual(['192.0.2.0', '2001:db8:1::'])
  })
  test('tokens created by a command', async () => {
    await issueTokenWithSecurityEvent(at.app.system, {
      organizationId: at.organizationId,
      memberId: at.viewer.id,
      name: 'Nachts',
    })
    const entries = (await log(at.viewer)).filter(({ name }) => name === 'Nachts')
    expect(entries).toMatchObject([{ kind: 'token_created', member_id: at.viewer.id, device: 'kontor', network: null }])
  })
  test('no attempts for unknown addresses', async () => {
    const before = (await at.owner.rest('GET', '/security-log')).body.total
    await signInWith(createBrowserSession(at.app), {
      email: `${randomUUID()}@kontor.example`,
      password: 'falsch-falsch',
    })
    expect((await at.owner.rest('GET', '/security-log')).body.total).toBe(before)
  })
})

describe('who reads it', () => {
  test.each(Object.values(Role))('%s: their own entries, owners all', async (role) => {
    const { page, who } = await signedIn(role)
    await signInWith(createBrowserSession(at.app), await somebody())
    const { entries } = (await page.send('{ securityLog(perPage: 100) { entries { memberId } } }')).data.securityLog
    const members = new Set(entries.map(({ memberId }: { memberId: string }) => memberId))
    expect(members.has(who.id)).toBe(true)
    if (role === Role.owner) expect(members.size).toBeGreaterThan(1)
    else expect(members.size).toBe(1)
    const other = await page.send('query ($id: UUID) { securityLog(memberId: $id) { total } }', { id: at.admin.id })
    expect(other.errors?.[0].extensions.code).toBe(role === Role.owner ? undefined : 'forbidden')
  })
  test('no entries of other organizations', async () => {
    const other = await openHouse(at.app)
    expect(await log(other.owner, `&member_id=${at.member.id}`)).toEqual([])
  })
  test('by kind, day and text', async () => {
    expect((await at.owner.rest('GET', '/security-log?kind=signed_out')).status).toBe(422)
    const failed = await log(at.owner, '&kind=sign_in_failed&q=firefox')
    expect(new Set(failed.map(({ kind }) => kind))).toEqual(new Set(['sign_in_failed']))
    expect(await log(at.owner, '&to=2020-01-01')).toEqual([])
  })
})

describe('retention', () => {
  beforeAll(async () => {
    await at.app.system.query(
      `insert into security_events (organization_id, id, created_at, kind, member_id)
       values ($1, $2, now() - interval '91 days', 'signed_in', $3), ($1, $4, now() - interval '130 days', 'signed_in', $3)`,
      [at.organizationId, randomUUID(), at.auditor.id, randomUUID()],
    )
  })
  test('entries are shown for 90 days, and deleted with their month', async () => {
    expect(await log(at.auditor)).toEqual([])
    await rotatePartitions(at.app.system, [securityEventsTable], new Date())
    const { rows } = await at.app.system.query('select from security_events where member_id = $1', [at.auditor.id])
    expect(rows.length).toBeLessThan(2)
  })
})
