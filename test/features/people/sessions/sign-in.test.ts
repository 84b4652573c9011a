import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { createClient } from 'graphql-ws'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { tokenCheckIntervalMs } from '#core/access/bearer'
import { hashPassword } from '#core/access/password'
import { Role } from '#core/access/policy'
import { findMemberships } from '#features/people/members/member-emails'
import {
  type BrowserSession,
  createBrowserSession,
  createPeople,
  type GraphqlAnswer,
  ownOrigin,
  password,
  signInWith,
} from '../../../harness/browser-session.ts'
import { house, openHouse } from '../../../harness/house.ts'
import { socketUrl } from '../../../harness/subscriptions.ts'

const at = house()

const { somebody, signedIn } = createPeople(at)

const me = '{ currentSession { member { id email role } organizationId organizationName language permissions } }'
const alive = '{ me { id } }'
const create = 'mutation { createClient(input: { name: "Neu" }) { id } }'

const changePassword = 'mutation ($p: String, $n: String!) { changePassword(currentPassword: $p, newPassword: $n) }'

describe('signing in', () => {
  test.each(Object.values(Role))('as %s begins a session that may what the role may', async (role) => {
    const { page, who } = await signedIn(role)
    expect(page.given).toMatch(/^kontor_session=\w{65}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
    const { currentSession } = (await page.send(me)).data
    expect(currentSession).toMatchObject({
      member: { id: who.id, email: who.email, role },
      organizationId: at.organizationId,
      language: 'de',
    })
    expect(currentSession.permissions).toContain('tokens')
    const may = currentSession.permissions.includes('createClient')
    expect(may).toBe(![Role.auditor, Role.viewer].includes(role))
    expect((await page.send(create)).errors?.[0].extensions.code).toBe(may ? undefined : 'forbidden')
  })
  test('takes the address in any case', async () => {
    const { email } = await somebody(Role.viewer, `Anna-${randomUUID()}@Kontor.Example`)
    const answer = await signInWith(createBrowserSession(at.app), { email: email.toUpperCase(), password })
    expect(answer.data.signIn.signedIn).toBe(true)
  })
  test('tells a wrong password and an address that nobody has by the same words, in the same time', async () => {
    const { email } = await somebody()
    const tell = async (of: string, acceptLanguage: string) => {
      const began = performance.now()
      const page = createBrowserSession(at.app)
      const { status, errors } = await signInWith(
        page,
        { email: of, password: 'falsch-falsch' },
        { ...ownOrigin, 'accept-language': acceptLanguage },
      )
      expect(page.given).toBeNull()
      // Both are told on the next half second.
      expect(performance.now() - began).toBeGreaterThan(490)
      return { status, errors }
    }
    const [wrong, unknown] = await Promise.all([tell(email, 'de'), tell(`${randomUUID()}@kontor.example`, 'de')])
    expect(wrong.errors?.[0]).toMatchObject({
      message: 'E-Mail-Adresse oder Passwort ist falsch.',
      extensions: { code: 'forbidden' },
    })
    expect(unknown).toEqual(wrong)
    expect((await tell(email, 'en')).errors?.[0].message).toBe('The email address or the password is wrong.')
  })
  test('asks which organization where the password fits in several, and answers those alone', async () => {
    const [second, third] = [await openHouse(at.app), await openHouse(at.app)]
    const who = await somebody()
    const other = await somebody(Role.viewer, who.email, second)
    const else_ = await somebody(Role.viewer, who.email, third)
    await at.app.system.query('update members set password_hash = $1 where id = $2', [
      await hashPassword('ein-anderes-passwort', 4),
      else_.id,
    ])
    const page = createBrowserSession(at.app)
    const { organizations, signedIn } = (await signInWith(page, who)).data.signIn
    expect([signedIn, page.cookie]).toEqual([false, null])
    expect(organizations.map(({ id }: { id: string }) => id).sort()).toEqual(
      [at.organizationId, second.organizationId].sort(),
    )
    expect(organizations[0].name).toMatch(/^Haus /)
    await signInWith(page, { ...who, organizationId: second.organizationId })
    expect((await page.send(me)).data.currentSession.member.id).toBe(other.id)
    const refused = await signInWith(createBrowserSession(at.app), { ...who, organizationId: third.organizationId })
    expect(refused.errors?.[0].extensions.code).toBe('forbidden')
  })
  test('follows the address of a member, and ends with the member', async () => {
    const who = await somebody()
    const email = `${randomUUID()}@kontor.example`
    expect((await at.admin.rest('PUT', `/members/${who.id}`, { email })).status).toBe(200)
    expect((await signInWith(createBrowserSession(at.app), who)).errors?.[0].extensions.code).toBe('forbidden')
    const page = createBrowserSession(at.app)
    expect((await signInWith(page, { ...who, email })).data.signIn.signedIn).toBe(true)
    expect((await at.admin.rest('DELETE', `/members/${who.id}`)).status).toBe(204)
    expect((await page.send(alive)).status).toBe(401)
    expect((await signInWith(createBrowserSession(at.app), { ...who, email })).errors?.[0].extensions.code).toBe(
      'forbidden',
    )
  })
  test('is refused after ten wrong passwords from one network, and from there alone', async () => {
    const who = await somebody()
    const guess = (from: string) =>
      signInWith(createBrowserSession(at.app, from), { ...who, password: 'geraten-geraten' })
    const answers = await Promise.all(Array.from({ length: 12 }, () => guess('198.51.100.9')))
    const codes = answers.map(({ errors }) => errors?.[0].extensions.code).sort()
    expect(codes).toEqual([...Array(10).fill('forbidden'), ...Array(2).fill('rate_limited')])
    const limited = await signInWith(createBrowserSession(at.app, '198.51.100.9'), who)
    expect([limited.status, Number(limited.headers['retry-after']) > 800]).toEqual([429, true])
    expect((await signInWith(createBrowserSession(at.app, '198.51.100.10'), who)).data.signIn.signedIn).toBe(true)
  })
  test('is not kept from whoever has signed in with this browser before, whatever strangers guess', async () => {
    const { page, who } = await signedIn()
    expect(page.device).toMatch(/^kontor_device=[\w-]{108}$/)
    await page.send('mutation { signOut }')
    const wrong = (by: BrowserSession) => signInWith(by, { ...who, password: 'geraten-geraten' })
    const codeOf = ({ errors }: GraphqlAnswer) => errors?.[0].extensions.code
    // As fifty wrong ones of five networks would have left it.
    const networks = Array.from({ length: 5 }, (_, each) => `198.51.${each}.9`)
    for (const from of networks)
      await Promise.all(Array.from({ length: 10 }, () => wrong(createBrowserSession(at.app, from))))
    expect(codeOf(await signInWith(createBrowserSession(at.app, '192.0.2.200'), who))).toBe('rate_limited')
    expect((await signInWith(page, who)).data.signIn.signedIn).toBe(true)
    // It has ten of its own, is of this member with this password alone, and cannot be made, in another organization neither.
    const other = await openHouse(at.app)
    const mole = createBrowserSession(at.app, '192.0.2.202')
    await signInWith(mole, { ...(await somebody(Role.owner, who.email, other)), organizationId: other.organizationId })
    const former = page.device
    await page.send(changePassword, { p: password, n: 'ein-ganz-neues-passwort' })
    expect(page.device).not.toBe(former)
    await page.send('mutation { signOut }')
    Object.assign(who, { password: 'ein-ganz-neues-passwort', organizationId: at.organizationId })
    const stranger = createBrowserSession(at.app, '192.0.2.201')
    for (const device of [
      (await signedIn()).page.device,
      mole.device,
      former,
      page.device?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      'kontor_device=x',
    ]) {
      stranger.device = device ?? null
      expect(codeOf(await signInWith(stranger, who))).toBe('rate_limited')
    }
    const answers = await Promise.all(Array.from({ length: 12 }, () => wrong(page)))
    expect(answers.map(codeOf).sort()).toEqual([...Array(10).fill('forbidden'), ...Array(2).fill('rate_limited')])
    expect(codeOf(await signInWith(page, who))).toBe('rate_limited')
  })
  test('is refused to a network that has tried a hundred, and not to a browser that is known there', async () => {
    // The networks of one customer's line (a /56) are one.
    const from = (n: number) => createBrowserSession(at.app, `2001:db8:5:${n.toString(16)}::1`)
    const known = from(255)
    const who = await somebody()
    await signInWith(known, who)
    await known.send('mutation { signOut }')
    const neighbours = await Promise.all(Array.from({ length: 11 }, () => somebody()))
    const guesses = neighbours.flatMap((each, n) =>
      Array.from({ length: 10 }, () => signInWith(from(n), { ...each, password: 'geraten-geraten' })),
    )
    const codes = (await Promise.all(guesses)).map(({ errors }) => errors?.[0].extensions.code).sort()
    expect(codes).toEqual([...Array(100).fill('forbidden'), ...Array(10).fill('rate_limited')])
    expect((await signInWith(from(254), who)).status).toBe(429)
    expect((await signInWith(known, who)).data.signIn.signedIn).toBe(true)
  })
  test('tries memberships in the same order, and an address has one salt in all of its organizations', async () => {
    const email = `${randomUUID()}@kontor.example`
    const organizations = Array.from({ length: 12 }, () => randomUUID())
    for (const id of organizations)
      await at.app.system.query('insert into member_emails values ($1, $2, $3)', [id, randomUUID(), email])
    const found = await findMemberships(at.app.services.database.pool, email)
    expect(found.map(({ organizationId }) => organizationId)).toEqual(organizations.toSorted())
    const other = await openHouse(at.app)
    const saltOf = async (who: { id: string; email: string; password: string }, organizationId: string) => {
      const page = createBrowserSession(at.app)
      await signInWith(page, { ...who, organizationId })
      await page.send(changePassword, { p: password, n: 'ein-ganz-neues-passwort' })
      const { rows } = await at.app.system.query('select password_hash from members where id = $1', [who.id])
      return rows[0].password_hash.split('$')
    }
    const who = await somebody()
    const one = await saltOf(who, at.organizationId)
    const two = await saltOf(await somebody(Role.viewer, who.email, other), other.organizationId)
    const three = await saltOf(await somebody(), at.organizationId)
    expect([two[2] === one[2], three[2] === one[2], two[3] === one[3]]).toEqual([true, false, false])
    const { organizations: choice } = (
      await signInWith(createBrowserSession(at.app), { ...who, password: 'ein-ganz-neues-passwort' })
    ).data.signIn
    expect(choice).toHaveLength(2)
  })
  test('goes over a browser alone', async () => {
    const who = await somebody()
    expect(
      (await signInWith(createBrowserSession(at.app), who, { origin: 'https://elsewhere.example' })).errors?.[0]
        .extensions.code,
    ).toBe('forbidden')
    expect((await signInWith(createBrowserSession(at.app), who, {})).data.signIn.signedIn).toBe(true)
    expect((await at.nobody.rest('POST', '/sign-in', who)).status).toBe(401)
  })
})

describe('the cookie', () => {
  test('changes nothing from the page of another site, nor from nowhere', async () => {
    const { page } = await signedIn()
    for (const headers of [
      {},
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
    ] as Record<string, string>[]) {
      const { status, errors } = await page.send(create, {}, headers)
      expect([headers, status, errors?.[0].extensions.code]).toEqual([headers, 403, 'forbidden'])
    }
    expect((await page.send(create, {}, { 'sec-fetch-site': 'same-origin' })).errors).toBeUndefined()
    expect((await page.send(me, {}, {})).status).toBe(200)
  })
  test('is no token, and a token no cookie', async () => {
    const { page } = await signedIn()
    const secret = page.cookie?.split('=')[1]
    for (const [url, headers] of [
      ['/api/v1/me', { cookie: page.cookie ?? '' }],
      ['/api/v1/me', { authorization: `Bearer ${secret}` }],
      ['/graphql?query={me{id}}', { authorization: `Bearer ${secret}` }],
      ['/graphql?query={me{id}}', { cookie: `kontor_session=${at.owner.token}`, 'apollo-require-preflight': '1' }],
    ] as const)
      expect((await at.app.server.inject({ url, headers })).statusCode).toBe(401)
  })
  test('gives way to a token', async () => {
    const { page } = await signedIn()
    const { data } = await page.send('{ me { id } }', {}, { authorization: `Bearer ${at.owner.token}` })
    expect(data.me.id).toBe(at.owner.id)
  })
  test('of a session that is over stays until another takes its place, and what needs none is answered', async () => {
    const { page, who } = await signedIn()
    await at.app.system.query(
      "update tokens set expires_at = now() - interval '1 second' where member_id = $1 and kind = 'session'",
      [who.id],
    )
    expect((await page.send(alive)).status).toBe(401)
    // An answer that comes late takes no cookie of whoever has signed in meanwhile.
    expect((await page.send(alive)).headers['set-cookie']).toBeUndefined()
    page.cookie = `kontor_session=${'A'.repeat(65)}`
    expect((await signInWith(page, who)).data.signIn.signedIn).toBe(true)
  })
  test('stays where its session ends between two requests of one permit', async () => {
    const { page, who } = await signedIn()
    await page.send(alive)
    await at.app.system.query("delete from tokens where member_id = $1 and kind = 'session'", [who.id])
    const { status, headers } = await page.send(alive)
    expect([status, headers['set-cookie']]).toEqual([401, undefined])
    expect((await signInWith(page, who)).data.signIn.signedIn).toBe(true)
    expect((await page.send(alive)).status).toBe(200)
  })
  test('is refused to a page that was shown to somebody else, and stays', async () => {
    const { page, who } = await signedIn()
    const shownTo = (id: string) => page.send(alive, {}, { ...ownOrigin, 'x-session-member': id })
    expect((await shownTo(who.id)).data.me.id).toBe(who.id)
    expect([(await shownTo(at.owner.id)).status, page.cookie === null]).toEqual([401, false])
    expect((await page.send(alive)).status).toBe(200)
  })
})

describe('a session', () => {
  const list = '{ sessions { id device address createdAt lastSeenAt expiresAt current } }'
  test('is listed with its device, and ended alone or with all others', async () => {
    const { page, who } = await signedIn()
    const [phone, tablet] = [createBrowserSession(at.app), createBrowserSession(at.app)]
    const agent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
    await signInWith(phone, who, { ...ownOrigin, 'user-agent': agent })
    await signInWith(tablet, who)
    const { sessions } = (await page.send(list)).data
    expect(sessions).toHaveLength(3)
    expect(sessions.filter(({ current }: { current: boolean }) => current)).toHaveLength(1)
    const [onPhone] = sessions.filter(({ device }: { device: string }) => device === 'Safari, iPhone')
    expect(onPhone).toMatchObject({ address: '203.0.113.0', current: false })
    const end = 'mutation ($id: UUID!) { endSession(id: $id) }'
    const { page: stranger } = await signedIn()
    expect((await stranger.send(end, { id: onPhone.id })).errors?.[0].extensions.code).toBe('not_found')
    expect((await phone.send(alive)).status).toBe(200)
    expect((await page.send(end, { id: onPhone.id })).data).toEqual({ endSession: true })
    expect((await phone.send(alive)).status).toBe(401)
    expect((await page.send('mutation { endOtherSessions }')).data).toEqual({ endOtherSessions: true })
    expect([(await tablet.send(alive)).status, (await page.send(alive)).status]).toEqual([401, 200])
  })
  test('ends by signing out, and its cookie with it', async () => {
    const { page } = await signedIn()
    const { cookie } = page
    const left = await page.send('mutation { signOut }')
    expect([left.data, left.headers['clear-site-data']]).toEqual([{ signOut: true }, '"cache"'])
    expect(page.cookie).toBeNull()
    page.cookie = cookie
    expect((await page.send(alive)).status).toBe(401)
  })
  test('is no API token: not listed, not counted, not revoked as one; what it makes does not end with it', async () => {
    const { page, who } = await signedIn()
    expect((await page.send('{ tokens { total } }')).data.tokens.total).toBe(1)
    const { id } = (await page.send(list)).data.sessions[0]
    expect(
      (await page.send('mutation ($id: UUID!) { deleteToken(id: $id) }', { id })).errors?.[0].extensions.code,
    ).toBe('not_found')
    const made = await page.send('mutation { createToken(input: { name: "Skript" }) { token expiresAt } }')
    expect(Date.parse(made.data.createToken.expiresAt)).toBeGreaterThan(Date.now() + 364 * 86_400_000)
    const { rows } = await at.app.system.query(
      "select body_text from mails where subject_id = $1 and kind = 'account_tokenCreated'",
      [who.id],
    )
    expect(rows).toEqual([{ body_text: expect.stringContaining('„Skript“') }])
  })
  test('is stored as a hash, and of the oldest of fifty one makes room', async () => {
    const { page, who } = await signedIn()
    const secret = page.cookie?.split('=')[1] ?? ''
    await at.app.system.query(
      `insert into tokens (organization_id, id, created_at, updated_at, member_id, name, hash, last_four, kind, expires_at, last_used_at, address)
       select $1, gen_random_uuid(), now() - interval '1 day', now(), $2, 'alt', uuid_send(gen_random_uuid()), '', 'session', now() + interval '1 day', now(), ''
       from generate_series(1, 60)`,
      [at.organizationId, who.id],
    )
    await signInWith(createBrowserSession(at.app), who)
    const { rows } = await at.app.system.query<{ row: string }>(
      'select t::text as row from tokens t where member_id = $1',
      [who.id],
    )
    expect(rows.length).toBe(1 + 50)
    expect((await page.send(alive)).status).toBe(200)
    for (const { row } of rows) expect(row).not.toContain(secret.slice(22))
  })
  test('says when it was last used, as a token does', async () => {
    const { page, who } = await signedIn()
    await at.app.system.query("update tokens set last_used_at = now() - interval '1 day' where member_id = $1", [
      who.id,
    ])
    await page.send(me)
    await at.owner.rest('GET', '/tokens')
    await at.app.services.tokenUses.write()
    const { lastSeenAt } = (await page.send(list)).data.sessions[0]
    expect(Date.now() - Date.parse(lastSeenAt)).toBeLessThan(60_000)
    const { body } = await at.owner.rest('GET', '/tokens')
    const used = body.tokens.filter((token: { last_used_at: string | null }) => token.last_used_at !== null)
    expect(Date.now() - Date.parse(used[0].last_used_at)).toBeLessThan(60_000)
  })
})

describe('a socket', () => {
  test('takes the cookie from a page of ours alone', async () => {
    const { page } = await signedIn()
    const url = await socketUrl(at.app)
    const connect = (headers: Record<string, string>) => {
      const closed = Promise.withResolvers<number>()
      class Own extends WebSocket {
        constructor(address: string, protocols: string[]) {
          super(address, protocols, { headers })
        }
      }
      const client = createClient({
        url,
        webSocketImpl: Own,
        retryAttempts: 0,
        lazy: false,
        onNonLazyError: () => {},
        on: { closed: (event) => closed.resolve((event as { code: number }).code) },
      })
      return { client, closed: closed.promise }
    }
    const cookie = page.cookie ?? ''
    expect(await connect({ cookie, origin: 'https://elsewhere.example' }).closed).toBe(4403)
    expect(await connect({ cookie }).closed).toBe(4403)
    expect(await connect(ownOrigin).closed).toBe(4403)
    // The page may have been opened by another name of this host; a page of another port is another's.
    const { host, hostname } = new URL(url)
    expect(await connect({ cookie, origin: `http://${hostname}:1` }).closed).toBe(4403)
    const byHost = connect({ cookie, origin: `http://${host}` })
    expect((await byHost.client.iterate({ query: '{ me { role } }' }).next()).value.data.me.role).toBe('member')
    await byHost.client.dispose()
    const { client, closed } = connect({ cookie, ...ownOrigin })
    const { value } = await client.iterate({ query: '{ me { role } }' }).next()
    expect(value).toEqual({ data: { me: { role: 'member' } } })
    await page.send('mutation { signOut }')
    expect(await closed).toBe(4403)
    await client.dispose()
  })
})

describe('a session', () => {
  const endOf = async (memberId: string) => {
    const { rows } = await at.app.system.query(
      `select round(extract(epoch from expires_at - now()) / 86400)::int as days from tokens where member_id = $1 and kind = 'session'`,
      [memberId],
    )
    return rows[0].days
  }
  test('ends after a week without use, and after 30 days at the latest', async () => {
    const { page, who } = await signedIn()
    expect(await endOf(who.id)).toBe(7)
    const age = (days: number) =>
      at.app.system.query(
        `update tokens set created_at = created_at - make_interval(days => $2), expires_at = expires_at - make_interval(days => $2)
         where member_id = $1 and kind = 'session'`,
        [who.id, days],
      )
    await age(6)
    expect(await endOf(who.id)).toBe(1)
    await page.send(alive)
    await at.app.services.tokenUses.write()
    expect(await endOf(who.id)).toBe(7)
    await at.app.system.query(
      `update tokens set created_at = now() - interval '24 days', expires_at = now() + interval '6 days' where member_id = $1 and kind = 'session'`,
      [who.id],
    )
    await page.send(alive)
    await at.app.services.tokenUses.write()
    expect(await endOf(who.id)).toBe(6)
    await age(7)
    expect((await page.send(alive)).status).toBe(401)
  })
  test('is not used by a page that is left open', async () => {
    const { page, who } = await signedIn()
    const headers = { cookie: page.cookie ?? '', origin: 'http://127.0.0.1:4000' }
    const socket = new WebSocket(await socketUrl(at.app), 'graphql-transport-ws', { headers })
    await once(socket, 'open')
    socket.send('{ "type": "connection_init" }')
    await once(socket, 'message')
    await at.app.services.tokenUses.write()
    await at.app.system.query("update tokens set expires_at = now() + interval '2 days' where member_id = $1", [who.id])
    await setTimeout(tokenCheckIntervalMs + 1_000)
    await at.app.services.tokenUses.write()
    expect(await endOf(who.id)).toBe(2)
    socket.send('{ "type": "subscribe", "id": "1", "payload": { "query": "{ me { id } }" } }')
    await once(socket, 'message')
    await at.app.services.tokenUses.write()
    expect(await endOf(who.id)).toBe(7)
    socket.close()
  })
})
