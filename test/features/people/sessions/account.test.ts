import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { Role } from '#core/access/policy'
import {
  createBrowserSession,
  createPeople,
  ownOrigin,
  password,
  signInWith,
} from '../../../harness/browser-session.ts'
import { house } from '../../../harness/house.ts'
import { readMails } from '../../../harness/mails.ts'

const at = house()
const { somebody, signedIn } = createPeople(at)

const accept =
  'mutation ($token: String!, $password: String!) { acceptInvitation(token: $token, password: $password) { signedIn } }'
const reset =
  'mutation ($token: String!, $password: String!) { resetPassword(token: $token, password: $password) { signedIn } }'
const request = 'mutation ($email: String!) { requestPasswordReset(email: $email) }'
const link = 'query ($token: String!) { accountLink(token: $token) { kind email name organizationName } }'
const change = 'mutation ($old: String, $new: String!) { changePassword(currentPassword: $old, newPassword: $new) }'
const me = '{ currentSession { member { id } } }'
const alive = '{ me { id } }'
const another = 'ein-ganz-neues-passwort'

const mails = (memberId: string, kind: string) => readMails(at.app, 'subject_id = $1 and kind = $2', [memberId, kind])
const tokenIn = (text: string | undefined) => /#([\w-]+)/.exec(text ?? '')?.[1] ?? ''

const invited = async () => {
  const { body } = await at.admin.rest('POST', '/members', {
    name: 'Ida Lund',
    email: `${randomUUID()}@kontor.example`,
    role: 'viewer',
  })
  const [mail] = await mails(body.id, 'invitation')
  return { ...(body as { id: string; email: string }), token: tokenIn(mail?.text) }
}
const askedToReset = async (email: string, id: string) => {
  expect((await createBrowserSession(at.app).send(request, { email })).data).toEqual({ requestPasswordReset: true })
  return tokenIn((await mails(id, 'account_passwordReset')).at(-1)?.text)
}
const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code
const later = (ms: number) => vi.spyOn(at.app.services.clock, 'now').mockReturnValue(new Date(Date.now() + ms))

describe('an invitation', () => {
  test('sets a password and signs in once', async () => {
    const { id, email, token } = await invited()
    const page = createBrowserSession(at.app)
    expect((await page.send(link, { token })).data.accountLink).toMatchObject({
      kind: 'invitation',
      email,
      name: 'Ida Lund',
    })
    expect((await page.send(accept, { token, password: another })).data).toEqual({
      acceptInvitation: { signedIn: true },
    })
    expect((await page.send(me)).data.currentSession.member.id).toBe(id)
    expect(codeOf(await createBrowserSession(at.app).send(accept, { token, password: 'und-noch-eins' }))).toBe(
      'expired',
    )
    expect(codeOf(await createBrowserSession(at.app).send(link, { token }))).toBe('expired')
    expect((await signInWith(createBrowserSession(at.app), { email, password: another })).data.signIn.signedIn).toBe(
      true,
    )
  })
  test.each([
    ['zu kurz', 'password'],
    ['1234567890', 'password'],
  ])('refuses %s', async (weak, field) => {
    const { token } = await invited()
    const { errors } = await createBrowserSession(at.app).send(accept, { token, password: weak })
    expect(errors?.[0].extensions).toMatchObject({ code: 'validation_failed', status: 422, field })
  })
  test('expires after seven days and when the address changes', async () => {
    const [first, second] = [await invited(), await invited()]
    const clock = later(7 * 24 * 3_600_000 + 2_000)
    expect(codeOf(await createBrowserSession(at.app).send(link, { token: first.token }))).toBe('expired')
    clock.mockRestore()
    await at.admin.rest('PUT', `/members/${second.id}`, { email: `${randomUUID()}@kontor.example` })
    expect(codeOf(await createBrowserSession(at.app).send(accept, { token: second.token, password: another }))).toBe(
      'expired',
    )
    await at.admin.rest('DELETE', `/members/${first.id}`)
    expect(codeOf(await createBrowserSession(at.app).send(accept, { token: first.token, password: another }))).toBe(
      'expired',
    )
  })
  test('cannot be guessed, modified or used for another purpose', async () => {
    const { token } = await invited()
    const other = token.at(-1) === 'A' ? 'B' : 'A'
    for (const guess of [
      '',
      'x',
      'A'.repeat(116),
      token.slice(0, -1) + other,
      token.slice(0, 43) + other + token.slice(44),
    ])
      expect(codeOf(await createBrowserSession(at.app).send(accept, { token: guess, password: another }))).toBe(
        'not_found',
      )
    expect(codeOf(await createBrowserSession(at.app).send(reset, { token, password: another }))).toBe('not_found')
  })
  test('works once if used twice at once', async () => {
    const { email, token } = await invited()
    const passwords = ['das-erste-passwort', 'das-zweite-passwort']
    const answers = await Promise.all(
      passwords.map((each) => createBrowserSession(at.app).send(accept, { token, password: each })),
    )
    expect(answers.map(codeOf).sort()).toEqual(['expired', undefined])
    const works = await Promise.all(
      passwords.map((each) => signInWith(createBrowserSession(at.app), { email, password: each })),
    )
    expect(works.filter(({ data }) => data?.signIn.signedIn)).toHaveLength(1)
  })
})

describe('a new password', () => {
  test('is set by a link, ends every session, and is reported by mail', async () => {
    const { page, who } = await signedIn()
    const token = await askedToReset(who.email.toUpperCase(), who.id)
    const fresh = createBrowserSession(at.app)
    expect((await fresh.send(reset, { token, password: another })).data).toEqual({ resetPassword: { signedIn: true } })
    expect([(await page.send(alive)).status, (await fresh.send(alive)).status]).toEqual([401, 200])
    expect(codeOf(await signInWith(createBrowserSession(at.app), who))).toBe('forbidden')
    expect(codeOf(await createBrowserSession(at.app).send(reset, { token, password }))).toBe('expired')
    expect((await mails(who.id, 'account_passwordSet'))[0]?.recipients).toEqual([who.email])
    const { body } = await at.auditor.rest('GET', '/audit-log?per_page=5')
    expect(JSON.stringify(body)).toContain('member.password_set')
    expect(JSON.stringify(body)).not.toContain('scrypt')
  })
  test('is set by only one of two links used at once', async () => {
    const { email, id } = await somebody()
    const token = await askedToReset(email, id)
    const answers = await Promise.all(
      ['das-erste-passwort', 'das-zweite-passwort'].map((each) =>
        createBrowserSession(at.app).send(reset, { token, password: each }),
      ),
    )
    expect(answers.map(codeOf).sort()).toEqual(['expired', undefined])
  })
  test('needs a link that is not older than an hour', async () => {
    const { email, id } = await somebody()
    const token = await askedToReset(email, id)
    const clock = later(3_602_000)
    expect(codeOf(await createBrowserSession(at.app).send(reset, { token, password: another }))).toBe('expired')
    clock.mockRestore()
  })
  test('is requested in the same time for unknown addresses, and mailed at most three times', async () => {
    const { email, id } = await somebody()
    const ask = async (of: string) => {
      const began = performance.now()
      const { data, errors, status } = await createBrowserSession(at.app).send(request, { email: of })
      return { data, errors, status, steps: Math.round((performance.now() - began) / 500) }
    }
    const [known, unknown] = await Promise.all([ask(email), ask(`${randomUUID()}@kontor.example`)])
    expect(unknown).toEqual(known)
    for (let more = 0; more < 4; more++) await ask(email)
    expect(await mails(id, 'account_passwordReset')).toHaveLength(3)
  })
  test('is requested at most twenty times from one network', async () => {
    const answers = await Promise.all(
      Array.from({ length: 21 }, () =>
        createBrowserSession(at.app, '198.51.100.77').send(request, { email: 'nobody@kontor.example' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })
  test('needs the current one for the own account, and ends the other sessions', async () => {
    const { page, who } = await signedIn()
    const elsewhere = createBrowserSession(at.app)
    await signInWith(elsewhere, who)
    const wrong = await page.send(change, { old: 'falsch-falsch', new: another })
    expect(wrong.errors?.[0]).toMatchObject({
      message: 'currentPassword ist falsch.',
      extensions: { field: 'currentPassword', status: 422 },
    })
    expect(codeOf(await page.send(change, { new: another }))).toBe('validation_failed')
    expect((await page.send(change, { old: password, new: 'qwertyuiop' })).errors?.[0].extensions.field).toBe(
      'newPassword',
    )
    expect((await page.send(change, { old: password, new: another })).data).toEqual({ changePassword: true })
    expect([(await page.send(alive)).status, (await elsewhere.send(alive)).status]).toEqual([200, 401])
    expect((await signInWith(createBrowserSession(at.app), { ...who, password: another })).data.signIn.signedIn).toBe(
      true,
    )
  })
  test('is reported with the credentials that stay valid, and all tokens can be revoked at once', async () => {
    const { page, who } = await signedIn()
    const make = 'mutation ($name: String!) { createToken(input: { name: $name }) { token } }'
    const { token } = (await page.send(make, { name: 'Skript' })).data.createToken
    expect((await page.send('{ tokens { total } }')).data.tokens.total).toBe(2)
    const me = () => at.app.server.inject({ url: '/api/v1/me', headers: { authorization: `Bearer ${token}` } })
    await page.send(change, { old: password, new: another })
    const link = await askedToReset(who.email, who.id)
    await page.send(reset, { token: link, password })
    const told = await mails(who.id, 'account_passwordSet')
    expect(told.map(({ text }) => text.includes('gelten weiter: 2 API-Token.'))).toEqual([true, true])
    expect(told[0]?.text).toContain('/app/settings/security')
    expect((await me()).statusCode).toBe(200)
    expect((await page.send('mutation { deleteOwnTokens }')).data).toEqual({ deleteOwnTokens: 2 })
    expect([(await me()).statusCode, (await page.send(alive)).status]).toEqual([401, 200])
    expect((await at.owner.rest('GET', '/tokens')).status).toBe(200)
    const { body } = await at.auditor.rest('GET', '/audit-log?per_page=2')
    expect(body.entries.map(({ action }: { action: string }) => action)).toEqual(['token.deleted', 'token.deleted'])
    await page.send(change, { old: password, new: another })
    expect((await mails(who.id, 'account_passwordSet')).at(-1)?.text).not.toContain('gelten weiter')
  })
  test('uses up the link even if it is the former one', async () => {
    const { email, id } = await somebody()
    const token = await askedToReset(email, id)
    await createBrowserSession(at.app).send(reset, { token, password: another })
    const next = await askedToReset(email, id)
    expect(
      (await createBrowserSession(at.app).send(reset, { token: next, password: another })).data.resetPassword.signedIn,
    ).toBe(true)
    expect(codeOf(await createBrowserSession(at.app).send(reset, { token: next, password: another }))).toBe('expired')
  })
  test('cannot be set with a token', async () => {
    const { errors } = await at.owner.graphql(change, { new: another })
    expect(errors?.[0].extensions.code).toBe('forbidden')
  })
})

describe('the own address', () => {
  const move = 'mutation ($id: UUID!, $e: String!) { updateMember(id: $id, input: { email: $e }) { email } }'
  const moveOwn =
    'mutation ($p: String, $e: String!) { changeOwnEmail(currentPassword: $p, email: $e) { id email version } }'
  const fresh = () => `${randomUUID()}@neu.example`

  test('is changed only with the password, and the former one is notified', async () => {
    const { page, who } = await signedIn(Role.owner)
    const email = fresh()
    for (const given of [{ e: email }, { e: email, p: 'falsch-falsch' }])
      expect((await page.send(moveOwn, given)).errors?.[0].extensions.field).toBe('currentPassword')
    expect(codeOf(await page.send(move, { id: who.id, e: email }))).toBe('forbidden')
    expect((await page.send(move, { id: who.id, e: who.email.toUpperCase() })).errors).toBeUndefined()
    expect((await page.send(moveOwn, { e: email, p: password })).data.changeOwnEmail).toMatchObject({
      ...{ id: who.id, email },
    })
    expect((await mails(who.id, 'account_emailChanged')).map(({ recipients }) => recipients)).toEqual([
      [who.email.toUpperCase()],
    ])
    expect((await signInWith(createBrowserSession(at.app), { email, password })).data.signIn.signedIn).toBe(true)
    expect(codeOf(await signInWith(createBrowserSession(at.app), who))).toBe('forbidden')
  })
  test('must be free and valid, and is changed by no token and no role without permission', async () => {
    const { page } = await signedIn(Role.admin)
    const other = await somebody()
    expect(codeOf(await page.send(moveOwn, { e: other.email, p: password }))).toBe('email_taken')
    expect((await page.send(moveOwn, { e: 'x', p: password })).errors?.[0].extensions.field).toBe('email')
    expect(codeOf(await at.admin.graphql(moveOwn, { e: fresh() }))).toBe('forbidden')
    expect(codeOf(await at.admin.graphql(move, { id: at.admin.id, e: fresh() }))).toBe('forbidden')
    const { page: member } = await signedIn(Role.member)
    expect(codeOf(await member.send(moveOwn, { e: fresh(), p: password }))).toBe('forbidden')
  })
})

test('guessing is reported to the owner of the account once', async () => {
  const who = await somebody()
  const guess = (from: string) =>
    signInWith(createBrowserSession(at.app, from), { ...who, password: 'geraten-geraten' }, { ...ownOrigin })
  for (const from of ['192.0.2.1', '192.0.2.2']) await Promise.all(Array.from({ length: 12 }, () => guess(from)))
  const told = await mails(who.id, 'account_guessed')
  expect(told).toHaveLength(1)
  expect(told[0]).toMatchObject({ recipients: [who.email], subject: 'Jemand versucht, sich in Ihrem Namen anzumelden' })
})
