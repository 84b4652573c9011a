import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { Role } from '#core/access/policy'
import { totpCode, totpStepAt } from '#core/access/totp'
import { resetSecondFactor } from '#features/people/sessions/reset-second-factor'
import {
  type BrowserSession,
  createBrowserSession,
  createPeople,
  password,
  signInWith,
} from '../../../harness/browser-session.ts'
import { house, openHouse } from '../../../harness/house.ts'
import { mailsAbout } from '../../../harness/mails.ts'

const at = house()
const { signedIn } = createPeople(at)

const setUp = 'mutation ($p: String) { setUpTotp(currentPassword: $p) { secret otpauthUrl } }'
const confirm = 'mutation ($code: String!) { confirmTotp(code: $code) }'
const disable = 'mutation ($code: String!) { disableTotp(code: $code) }'
const renew = 'mutation ($code: String!) { createRecoveryCodes(code: $code) }'
const state = '{ secondFactor { totp recoveryCodesLeft } }'

const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code
/** The code so many steps from now: each is good for once. */
const codeAt = (secret: string, steps = 0) => totpCode(secret, totpStepAt(new Date()) + steps)

const passkeyOf = (memberId: string) =>
  at.app.system.query(
    `insert into passkeys (organization_id, id, created_at, member_id, name, credential_id, public_key, sign_count, transports)
     values ($1, $2, now(), $3, 'Verloren', $4, '\\x00', 0, '{}')`,
    [at.organizationId, randomUUID(), memberId, randomUUID()],
  )

async function withTotp(role?: Role) {
  const { page, who } = await signedIn(role)
  const { secret } = (await page.send(setUp, { p: password })).data.setUpTotp
  const codes: string[] = (await page.send(confirm, { code: codeAt(secret, -1) })).data.confirmTotp
  return { page, who, secret, codes }
}
const enter = (
  who: { email: string; password: string },
  code?: string,
  page: BrowserSession = createBrowserSession(at.app),
) => signInWith(page, { ...who, ...(code && { code }) })

describe('a second factor', () => {
  test.each(Object.values(Role))('is set up by %s, and then required', async (role) => {
    const { page, who } = await signedIn(role)
    const { secret, otpauthUrl } = (await page.send(setUp, { p: password })).data.setUpTotp
    expect(otpauthUrl).toContain(`secret=${secret}`)
    expect((await page.send(state)).data.secondFactor).toEqual({ totp: false, recoveryCodesLeft: 0 })
    expect((await enter(who)).data.signIn.signedIn).toBe(true)
    expect(codeOf(await page.send(confirm, { code: '000000' }))).toBe('forbidden')
    const { confirmTotp } = (await page.send(confirm, { code: codeAt(secret) })).data
    expect(confirmTotp).toHaveLength(10)
    expect((await page.send(state)).data.secondFactor).toEqual({ totp: true, recoveryCodesLeft: 10 })
    const fresh = createBrowserSession(at.app)
    expect((await enter(who, undefined, fresh)).data.signIn).toEqual({
      signedIn: false,
      codeRequired: true,
      organizations: [],
    })
    expect(fresh.cookie).toBeNull()
    expect((await enter(who, codeAt(secret, 1), fresh)).data.signIn.signedIn).toBe(true)
    expect(fresh.cookie).not.toBeNull()
  })
  test('needs the password to be set up, and no token', async () => {
    const { page } = await signedIn()
    expect(codeOf(await page.send(setUp, { p: 'falsch-falsch' }))).toBe('validation_failed')
    expect((await at.owner.graphql(setUp)).errors?.[0].extensions.code).toBe('forbidden')
    expect((await at.owner.graphql(confirm, { code: '123456' })).errors?.[0].extensions.code).toBe('forbidden')
  })
  test('ends earlier sessions, is reported by mail, and is required for changes that would bypass it', async () => {
    const { page, who } = await signedIn()
    const older = createBrowserSession(at.app)
    await enter(who, undefined, older)
    const { secret } = (await page.send(setUp, { p: password })).data.setUpTotp
    const [recovery] = (await page.send(confirm, { code: codeAt(secret) })).data.confirmTotp
    expect((await older.send(state)).status).toBe(401)
    const { rows } = await at.app.system.query('select recipients from mails where subject_id = $1 and kind = $2', [
      who.id,
      'account_totpEnabled',
    ])
    expect(rows).toEqual([{ recipients: [who.email] }])
    const start = 'mutation ($p: String, $code: String) { startPasskey(currentPassword: $p, code: $code) { ticket } }'
    const change =
      'mutation ($p: String, $code: String) { changePassword(currentPassword: $p, code: $code, newPassword: "ein-ganz-neues-passwort") }'
    for (const query of [start, change]) {
      expect((await page.send(query, { p: password })).errors?.[0].extensions).toMatchObject({ field: 'code' })
      expect(codeOf(await page.send(query, { p: password, code: '000000' }))).toBe('forbidden')
    }
    expect((await page.send(change, { p: password, code: recovery })).data).toEqual({ changePassword: true })
  })
  test('is not replaced while it is active', async () => {
    const { page } = await withTotp()
    expect(codeOf(await page.send(setUp, { p: password }))).toBe('invalid_state')
  })
  test('accepts each code once, and no older ones', async () => {
    const { who, secret } = await withTotp()
    const answers = await Promise.all([1, 2, 3].map(() => enter(who, codeAt(secret))))
    expect(answers.map(codeOf).sort()).toEqual(['forbidden', 'forbidden', undefined])
    expect(codeOf(await enter(who, codeAt(secret, -1)))).toBe('forbidden')
    expect((await enter(who, codeAt(secret, 1))).data.signIn.signedIn).toBe(true)
  })
  test('is only requested after a correct password', async () => {
    const { who, secret } = await withTotp()
    expect(codeOf(await enter({ ...who, password: 'falsch-falsch' }, codeAt(secret)))).toBe('forbidden')
    expect((await enter(who, codeAt(secret))).data.signIn.signedIn).toBe(true)
  })
  test('is locked after ten wrong codes, and its owner is notified', async () => {
    const { who, secret } = await withTotp()
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        enter(who, `00000${index % 10}`, createBrowserSession(at.app, `198.51.100.${index}`)),
      ),
    )
    expect(guesses.map(codeOf).sort()).toEqual([...Array(10).fill('forbidden'), 'rate_limited', 'rate_limited'])
    expect(codeOf(await enter(who, codeAt(secret)))).toBe('rate_limited')
    const { rows } = await at.app.system.query("select from mails where subject_id = $1 and kind = 'account_guessed'", [
      who.id,
    ])
    expect(rows).toHaveLength(1)
    const now = new Date(Date.now() + 16 * 60_000)
    const clock = vi.spyOn(at.app.services.clock, 'now').mockReturnValue(now)
    expect((await enter(who, totpCode(secret, totpStepAt(now)))).data.signIn.signedIn).toBe(true)
    clock.mockRestore()
  })
  test('is not locked for known browsers and recovery codes by guesses elsewhere', async () => {
    const { who, secret, codes, page: session } = await withTotp()
    const known = createBrowserSession(at.app)
    expect((await enter(who, codeAt(secret), known)).data.signIn.signedIn).toBe(true)
    known.cookie = null
    for (let count = 0; count < 10; count += 1)
      expect(codeOf(await enter(who, `00000${count}`, createBrowserSession(at.app, `198.51.100.${count}`)))).toBe(
        'forbidden',
      )
    expect(codeOf(await enter(who, codeAt(secret, 1)))).toBe('rate_limited')
    expect((await enter(who, codeAt(secret, 1), known)).data.signIn.signedIn).toBe(true)
    expect(codeOf(await session.send(renew, { code: '000000' }))).toBe('forbidden')
    expect((await enter(who, codes[0])).data.signIn.signedIn).toBe(true)
    for (let count = 0; count < 10; count += 1) await enter(who, `aaaaa-aaaa${count}`)
    expect(codeOf(await enter(who, codes[1]))).toBe('rate_limited')
    expect((await enter(who, codes[2], known)).data.signIn.signedIn).toBe(true)
  })
  test('limits guesses from known browsers, and from forged device cookies', async () => {
    const [mine, theirs] = [await withTotp(), await withTotp()]
    const known = createBrowserSession(at.app)
    await enter(theirs.who, codeAt(theirs.secret), known)
    for (let count = 0; count < 10; count += 1)
      expect(codeOf(await enter(theirs.who, `00000${count}`, known))).toBe('forbidden')
    expect(codeOf(await enter(theirs.who, codeAt(theirs.secret, 1), known))).toBe('rate_limited')
    for (let count = 0; count < 10; count += 1) await enter(mine.who, `00000${count}`)
    expect(codeOf(await enter(mine.who, codeAt(mine.secret), known))).toBe('rate_limited')
  })
  test('is removed with a code, together with its recovery codes', async () => {
    const { page, who, secret, codes } = await withTotp()
    expect(codeOf(await page.send(disable, { code: '000000' }))).toBe('forbidden')
    expect((await page.send(disable, { code: codeAt(secret) })).data).toEqual({ disableTotp: true })
    expect((await page.send(state)).data.secondFactor).toEqual({ totp: false, recoveryCodesLeft: 0 })
    expect((await enter(who)).data.signIn.signedIn).toBe(true)
    expect(codeOf(await page.send(disable, { code: codes[0] }))).toBe('invalid_state')
    const { rows } = await at.app.system.query(
      "select from mails where subject_id = $1 and kind = 'account_totpDisabled'",
      [who.id],
    )
    expect(rows).toHaveLength(1)
  })
  test('is reset by an administrator, for owners only by an owner', async () => {
    const reset = 'mutation ($id: UUID!) { resetSecondFactor(memberId: $id) }'
    const [{ who, page }, owner] = [await withTotp(), await withTotp(Role.owner)]
    const [member, admin, other] = [await signedIn(Role.member), await signedIn(Role.admin), await signedIn(Role.owner)]
    const from = async ({ page: their }: typeof member, id: string) => codeOf(await their.send(reset, { id }))
    expect(await from(member, who.id)).toBe('forbidden')
    expect(await from(admin, owner.who.id)).toBe('forbidden')
    expect((await (await openHouse(at.app)).owner.graphql(reset, { id: who.id })).errors?.[0].extensions.code).toBe(
      'forbidden',
    )
    // A token makes nothing that outlasts it.
    expect((await at.owner.graphql(reset, { id: who.id })).errors?.[0].extensions.code).toBe('forbidden')
    await passkeyOf(who.id)
    expect(await from(admin, who.id)).toBeUndefined()
    // The device that it was lost with has a session too.
    expect((await page.send(state)).status).toBe(401)
    const { rows } = await at.app.system.query('select from passkeys where member_id = $1', [who.id])
    expect(rows).toEqual([])
    expect(await from(admin, who.id)).toBe('invalid_state')
    expect((await enter(who)).data.signIn.signedIn).toBe(true)
    await passkeyOf(who.id)
    expect(await from(admin, who.id)).toBeUndefined()
    expect(await from(other, owner.who.id)).toBeUndefined()
  })
  test.each([Role.admin, Role.owner])('is removed by its own %s only with a code', async (role) => {
    const { who, page } = await withTotp(role)
    expect(codeOf(await page.send('mutation ($id: UUID!) { resetSecondFactor(memberId: $id) }', { id: who.id }))).toBe(
      'invalid_state',
    )
    expect((await enter(who)).data.signIn.codeRequired).toBe(true)
  })
  test('is not bypassed by a new address: tokens cannot change it, and the former one is notified', async () => {
    const { who, page } = await withTotp(Role.admin)
    const move = 'mutation ($id: UUID!, $e: String!) { updateMember(id: $id, input: { email: $e }) { email } }'
    const moved = `${randomUUID()}@neu.example`
    const own = await at.admin.graphql(move, { id: at.admin.id, e: moved })
    expect(own.errors?.[0].extensions.code).toBe('forbidden')
    const byPassword = 'mutation ($p: String, $e: String!) { changeOwnEmail(currentPassword: $p, email: $e) { email } }'
    expect((await page.send(byPassword, { p: password, e: moved })).data.changeOwnEmail.email).toBe(moved)
    const { rows } = await at.app.system.query(
      "select recipients from mails where subject_id = $1 and kind = 'account_emailChanged'",
      [who.id],
    )
    expect(rows).toEqual([{ recipients: [who.email] }])
  })
  test('that an only owner has lost is taken away by a command, once', async () => {
    const { who, page } = await withTotp(Role.owner)
    const membership = { organizationId: at.organizationId, memberId: who.id }
    await resetSecondFactor(at.app.system, membership)
    await expect.poll(async () => (await page.send(state)).status).toBe(401)
    expect((await enter(who)).data.signIn.signedIn).toBe(true)
    await expect(resetSecondFactor(at.app.system, membership)).rejects.toThrow('no second factor')
    expect((await at.auditor.rest('GET', '/audit-log?per_page=1')).body.entries[0]).toMatchObject({
      action: 'member.totp_disabled',
      resource_id: who.id,
      actor: { name: 'kontor' },
    })
  })
  test('outlasts a new password by a link, which signs nobody in', async () => {
    const { who, secret } = await withTotp()
    await createBrowserSession(at.app).send('mutation ($email: String!) { requestPasswordReset(email: $email) }', who)
    const mail = (await mailsAbout(at.app, who.id)).find(({ kind }) => kind === 'account_passwordReset')
    const token = /#([\w-]+)/.exec(mail?.text ?? '')?.[1]
    const fresh = createBrowserSession(at.app)
    const reset = 'mutation ($token: String!, $p: String!) { resetPassword(token: $token, password: $p) { signedIn } }'
    expect((await fresh.send(reset, { token, p: 'ein-ganz-neues-passwort' })).data.resetPassword.signedIn).toBe(false)
    expect(fresh.cookie).toBeNull()
    const changed = { ...who, password: 'ein-ganz-neues-passwort' }
    expect((await enter(changed)).data.signIn.codeRequired).toBe(true)
    expect((await enter(changed, codeAt(secret))).data.signIn.signedIn).toBe(true)
  })
})

describe('a recovery code', () => {
  test('signs in once, however it is typed, and of two at once one', async () => {
    const { page, who, codes } = await withTotp()
    const [first = '', second = ''] = codes
    expect(first).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
    expect((await enter(who, first.toUpperCase().replace('-', ' '))).data.signIn.signedIn).toBe(true)
    expect(codeOf(await enter(who, first))).toBe('forbidden')
    const answers = await Promise.all([1, 2].map(() => enter(who, second)))
    expect(answers.map(codeOf).sort()).toEqual(['forbidden', undefined])
    expect((await page.send(state)).data.secondFactor.recoveryCodesLeft).toBe(8)
  })
  test('is one of ten new ones, and of no other member', async () => {
    const [{ page, who, secret, codes }, other] = [await withTotp(), await withTotp()]
    const fresh: string[] = (await page.send(renew, { code: codeAt(secret) })).data.createRecoveryCodes
    expect(new Set([...fresh, ...codes]).size).toBe(20)
    expect(codeOf(await enter(who, codes[0]))).toBe('forbidden')
    expect(codeOf(await enter(who, other.codes[0]))).toBe('forbidden')
    expect((await enter(who, fresh[9])).data.signIn.signedIn).toBe(true)
  })
  test('is kept as a hash, and the secret sealed; the audit log tells of both and shows neither', async () => {
    const { who, secret, codes } = await withTotp()
    const { rows } = await at.app.system.query<{ row: string }>(
      `select t::text || r::text as row from totp_secrets t join recovery_codes r using (organization_id, member_id) where member_id = $1`,
      [who.id],
    )
    expect(rows).toHaveLength(10)
    const { body } = await at.auditor.rest('GET', '/audit-log?per_page=100')
    expect(JSON.stringify(body)).toContain('member.totp_enabled')
    for (const said of [...rows.map(({ row }) => row), JSON.stringify(body)])
      for (const hidden of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))])
        expect(said).not.toContain(hidden)
  })
})
