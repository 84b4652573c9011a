import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { Role } from '#core/access/policy'
import { totpCode, totpStepAt } from '#core/access/totp'
import {
  type BrowserSession,
  createBrowserSession,
  createPeople,
  password,
  signInWith,
} from '../../../harness/browser-session.ts'
import { type House, house, openHouse } from '../../../harness/house.ts'
import { countLockWaits } from '../../../harness/several-servers.ts'

const shared = house()
let at: House
beforeEach(async () => {
  at = await openHouse(shared.app)
})
const signedIn = async (role: Role) => {
  const { somebody } = createPeople(at)
  const who = await somebody(role, undefined, at)
  const page = createBrowserSession(at.app)
  await signInWith(page, who)
  return { page, who }
}

const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code
const age = (memberId: string, minutes: number) =>
  at.app.system.query(
    "update tokens set proved_at = proved_at - make_interval(mins => $2) where member_id = $1 and kind = 'session'",
    [memberId, minutes],
  )

const createToken = 'mutation { createToken(input: { name: "Skript" }) { id expiresAt } }'
const webhookInput = 'url: "https://hooks.example/a", events: ["invoice.paid"]'
const confirm = 'mutation ($p: String, $c: String) { confirmIdentity(currentPassword: $p, code: $c) }'

async function setUpTotp(page: BrowserSession): Promise<string> {
  const { secret } = (
    await page.send('mutation ($p: String) { setUpTotp(currentPassword: $p) { secret } }', { p: password })
  ).data.setUpTotp
  const code = totpCode(secret, totpStepAt(new Date()) - 1)
  const confirmed = await page.send('mutation ($code: String!) { confirmTotp(code: $code) }', { code })
  expect(confirmed.data?.confirmTotp).toHaveLength(10)
  return secret
}

describe('a session whose sign-in was more than ten minutes ago', () => {
  const changes = [
    ['a token', createToken],
    ['a webhook', `mutation { createWebhook(input: { ${webhookInput} }) { id } }`],
    ['bank details', 'mutation { updateOrganization(input: { iban: "DE02120300000000202051" }) { iban } }'],
    ['an account holder', 'mutation { updateOrganization(input: { accountHolder: "Eva Beispiel" }) { iban } }'],
    ['the secret address of a calendar', 'mutation { createCalendarFeed(input: { name: "Skript" }) { id } }'],
    ['a member', 'mutation { createMember(input: { name: "Eva", email: "Eva@team.example", role: admin }) { id } }'],
  ] as const
  test.each(changes)('must be confirmed before it creates or changes %s', async (_, change) => {
    const { page, who } = await signedIn(Role.owner)
    expect(codeOf(await page.send(change.replace('202051', '202051')))).toBeUndefined()
    await age(who.id, 11)
    const again = change
      .replace('Skript', 'Zwei')
      .replace('DE02120300000000202051', 'DE02500105170137075030')
      .replaceAll('Eva', 'Ina')
    const refused = await page.send(again)
    expect([refused.status, codeOf(refused)]).toEqual([200, 'reauthentication_required'])
    expect((await page.send(confirm, { p: password })).data.confirmIdentity).toBe(true)
    expect(codeOf(await page.send(again))).toBeUndefined()
  })
  test('gets a new secret when it is confirmed, and the former one is refused', async () => {
    const { page } = await signedIn(Role.member)
    const former = page.cookie
    expect((await page.send(confirm, { p: password })).data.confirmIdentity).toBe(true)
    expect(page.cookie).not.toBe(former)
    const asked = '{ sessions { id } }'
    expect((await page.send(asked)).data.sessions).toHaveLength(1)
    const thief = createBrowserSession(at.app)
    thief.cookie = former
    expect((await thief.send(asked)).status).toBe(401)
  })
  test('gets one valid cookie if two tabs confirm it at once', async () => {
    const { page, who } = await signedIn(Role.member)
    const other = createBrowserSession(at.app)
    other.cookie = page.cookie
    const former = page.cookie
    const holder = await at.app.system.connect()
    onTestFinished(() => holder.release())
    await holder.query('begin')
    const lock = "select from tokens where organization_id = $1 and member_id = $2 and kind = 'session' for update"
    await holder.query(lock, [at.organizationId, who.id])
    const sent = [page, other].map((tab) => tab.send(confirm, { p: password }))
    await expect.poll(() => countLockWaits(at.app.system), { timeout: 10_000 }).toBe(2)
    await holder.query('commit')
    for (const { data } of await Promise.all(sent)) expect(data.confirmIdentity).toBe(true)
    const [renewed, ...rest] = [page, other].filter(({ cookie }) => cookie !== former)
    expect(rest).toEqual([])
    expect((await renewed?.send('{ sessions { id } }'))?.status).toBe(200)
  })
  test('must be confirmed before a calendar is connected', async () => {
    const { page, who } = await signedIn(Role.member)
    await age(who.id, 11)
    const account = 'url: "https://127.0.0.1/", username: "kim", password: "geheim"'
    const connect = () => page.send(`mutation { createCalendarConnection(input: { ${account} }) { id } }`)
    expect(codeOf(await connect())).toBe('reauthentication_required')
    await page.send(confirm, { p: password })
    expect(codeOf(await connect())).toBe('validation_failed')
  })
  test('may change everything else', async () => {
    const { page, who } = await signedIn(Role.owner)
    await page.send('mutation { updateOrganization(input: { iban: "DE02120300000000202051" }) { iban } }')
    const { id } = (await page.send(`mutation { createWebhook(input: { ${webhookInput} }) { id } }`)).data.createWebhook
    await age(who.id, 11)
    for (const change of [
      'mutation { updateOrganization(input: { city: "Köln", iban: "DE02 1203 0000 0000 2020 51" }) { iban } }',
      `mutation { updateWebhook(id: "${id}", input: { active: false, url: "https://hooks.example/a" }) { id } }`,
      'mutation { createClient(input: { name: "Neu" }) { id } }',
    ])
      expect(codeOf(await page.send(change))).toBeUndefined()
    for (const change of [
      `mutation { updateWebhook(id: "${id}", input: { url: "https://hooks.example/b" }) { id } }`,
      `mutation { rotateWebhookSecret(id: "${id}") { id } }`,
    ])
      expect(codeOf(await page.send(change))).toBe('reauthentication_required')
  })
  test("must be confirmed before it changes a member's access, but not their name", async () => {
    const [{ page, who }, { who: other, page: theirs }] = [await signedIn(Role.owner), await signedIn(Role.member)]
    await setUpTotp(theirs)
    await age(who.id, 11)
    const update = (input: string) =>
      page.send(`mutation { updateMember(id: "${other.id}", input: { ${input} }) { id } }`)
    const reset = () => page.send(`mutation { resetSecondFactor(memberId: "${other.id}") }`)
    const address = `${crypto.randomUUID()}@team.example`
    for (const refused of [await update('role: admin'), await update(`email: "${address}"`), await reset()])
      expect(codeOf(refused)).toBe('reauthentication_required')
    expect(codeOf(await update('name: "Kim Neu", role: member'))).toBeUndefined()
    await page.send(confirm, { p: password })
    for (const done of [await update('role: admin'), await update(`email: "${address}"`), await reset()])
      expect(codeOf(done)).toBeUndefined()
  })
  test('is confirmed only by password or code', async () => {
    const { page, who } = await signedIn(Role.member)
    const secret = await setUpTotp(page)
    await age(who.id, 11)
    for (const wrong of [{ p: 'falsch-falsch' }, { c: '000000' }, {}]) {
      expect(codeOf(await page.send(confirm, wrong))).toBeDefined()
      expect(codeOf(await page.send(createToken))).toBe('reauthentication_required')
    }
    expect((await page.send(confirm, { c: totpCode(secret, totpStepAt(new Date())) })).data.confirmIdentity).toBe(true)
    expect(codeOf(await page.send(createToken))).toBeUndefined()
  })
})

test('API tokens need no confirmation, and cannot confirm', async () => {
  expect((await at.owner.rest('PUT', '/organization', { iban: 'DE02120300000000202051' })).status).toBe(200)
  expect((await at.owner.rest('POST', '/tokens', { name: 'Skript' })).status).toBe(201)
  expect(codeOf(await at.owner.graphql(confirm, { p: password }))).toBe('forbidden')
})

describe('a new token', () => {
  const days = (at: string) => Math.round((Date.parse(at) - Date.now()) / 86_400_000)
  test('expires after a year by default', async () => {
    const { page } = await signedIn(Role.member)
    expect(days((await page.send(createToken)).data.createToken.expiresAt)).toBe(365)
    const endless = 'mutation { createToken(input: { name: "Ewig", expiresAt: null }) { expiresAt } }'
    expect((await page.send(endless)).data.createToken.expiresAt).toBeNull()
  })
  test('is reported by mail whatever its expiry', async () => {
    const { page, who } = await signedIn(Role.member)
    for (const end of ['', ', expiresAt: null', ', expiresAt: "2199-01-01T00:00:00Z"'])
      await page.send(`mutation { createToken(input: { name: "Skript"${end} }) { id } }`)
    const { rows } = await at.app.system.query(
      "select from mails where organization_id = $1 and kind = 'account_tokenCreated' and subject_id = $2",
      [at.organizationId, who.id],
    )
    expect(rows).toHaveLength(3)
  })
})

describe('an organization that requires a second factor', () => {
  const require = 'mutation ($r: Boolean!) { requireSecondFactor(required: $r) }'
  const state = '{ currentSession { mustSetUpSecondFactor permissions } }'
  test('is required by an administrator who has one', async () => {
    const [{ page: member }, { page: owner }] = [await signedIn(Role.member), await signedIn(Role.owner)]
    expect(codeOf(await member.send(require, { r: true }))).toBe('forbidden')
    expect(codeOf(await owner.send(require, { r: true }))).toBe('invalid_state')
    await setUpTotp(owner)
    expect((await owner.send(require, { r: true })).data.requireSecondFactor).toBe(true)
    expect((await owner.send('{ organization { secondFactorRequired } }')).data.organization.secondFactorRequired).toBe(
      true,
    )
    const { body } = await at.owner.rest('GET', '/audit-log?action=organization.updated&per_page=1')
    expect(body.entries[0].after).toEqual({ second_factor_required: true })
  })
  test('restricts sessions without one to setting it up', async () => {
    const [{ page, who }, { page: owner }] = [await signedIn(Role.member), await signedIn(Role.owner)]
    await setUpTotp(owner)
    await owner.send(require, { r: true })
    const later = createBrowserSession(at.app)
    await signInWith(later, who)
    for (const each of [page, later]) {
      const { currentSession } = (await each.send(state)).data
      expect(currentSession.mustSetUpSecondFactor).toBe(true)
      expect(currentSession.permissions).toContain('confirmTotp')
      expect(currentSession.permissions).not.toContain('clients')
      for (const what of ['{ clients { total } }', '{ me { id } }', 'mutation { liveTicket { ticket } }', createToken])
        expect([codeOf(await each.send(what))]).not.toEqual([undefined])
      expect(codeOf(await each.send('{ clients { total } }'))).toBe('second_factor_required')
    }
    await setUpTotp(page)
    expect(codeOf(await page.send('{ clients { total } }'))).toBeUndefined()
    expect((await page.send(state)).data.currentSession.mustSetUpSecondFactor).toBe(false)
    const disabled = await page.send('mutation ($code: String!) { disableTotp(code: $code) }', { code: '000000' })
    expect(codeOf(disabled)).toBeDefined()
  })
  test('does not allow removing the last one', async () => {
    const { page } = await signedIn(Role.owner)
    const secret = await setUpTotp(page)
    await page.send(require, { r: true })
    const code = totpCode(secret, totpStepAt(new Date()))
    expect(codeOf(await page.send('mutation ($code: String!) { disableTotp(code: $code) }', { code }))).toBe(
      'invalid_state',
    )
    expect((await page.send('{ secondFactor { totp } }')).data.secondFactor.totp).toBe(true)
  })
})

describe("another member's sessions", () => {
  const list = 'query ($id: UUID) { sessions(memberId: $id) { id device current } }'
  const endOne = 'mutation ($id: UUID!, $m: UUID) { endSession(id: $id, memberId: $m) }'
  const endAll = 'mutation ($m: UUID!) { endSessionsOfMember(memberId: $m) }'
  test('are listed and ended by administrators', async () => {
    const [{ page, who }, { page: admin }] = [await signedIn(Role.member), await signedIn(Role.admin)]
    await signInWith(createBrowserSession(at.app), who)
    const { sessions } = (await admin.send(list, { id: who.id })).data
    expect(sessions.map(({ current }: { current: boolean }) => current)).toEqual([false, false])
    expect((await admin.send(endOne, { id: sessions[1].id, m: who.id })).data.endSession).toBe(true)
    expect((await admin.send(endAll, { m: who.id })).data.endSessionsOfMember).toBe(1)
    expect((await page.send('{ me { id } }')).status).toBe(401)
    const { body } = await at.owner.rest('GET', `/security-log?member_id=${who.id}&kind=session_ended`)
    expect(body.entries.map(({ actor_id }: { actor_id: string }) => actor_id !== who.id && actor_id !== null)).toEqual([
      true,
      true,
    ])
  })
  test('are hidden from other roles and organizations, and those of owners from admins', async () => {
    const [{ who: owner }, { page: admin }, { page: member }] = [
      await signedIn(Role.owner),
      await signedIn(Role.admin),
      await signedIn(Role.member),
    ]
    for (const query of [list, endAll]) {
      const variables = { id: owner.id, m: owner.id }
      expect(codeOf(await admin.send(query, variables))).toBe('forbidden')
      expect(codeOf(await member.send(query, variables))).toBe('forbidden')
    }
    const elsewhere = { id: shared.member.id, m: shared.member.id }
    for (const query of [list, endAll]) expect(codeOf(await admin.send(query, elsewhere))).toBe('not_found')
  })
})
