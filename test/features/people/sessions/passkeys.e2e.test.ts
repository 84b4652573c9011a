import { randomUUID } from 'node:crypto'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#core/access/password'
import { Role } from '#core/access/policy'
import { createMemberByCommand } from '#features/people/members/create-member-by-command'
import { browserPath, openBrowser } from '../../../harness/browser.ts'
import { createBrowserSession, signInWith } from '../../../harness/browser-session.ts'
import { type House, openHouse, startApp } from '../../../harness/house.ts'
import { freePort } from '../../../harness/service.ts'

// A browser of this machine with an authenticator of its own (WebAuthn, 11), and the cookie as it really keeps it.

const password = 'korrekt-pferd-batterie'

// biome-ignore lint/suspicious/noExplicitAny: answers as a client reads them
type Answer = { status: number; data: any; errors?: any[] }

const start = 'mutation ($p: String) { startPasskey(currentPassword: $p) { options ticket } }'
const create =
  'mutation ($name: String!, $ticket: String!, $response: JSON!) { createPasskey(name: $name, ticket: $ticket, response: $response) { id name lastUsedAt } }'
const startSignIn = 'mutation { startPasskeySignIn { options ticket } }'
const enter =
  'mutation ($ticket: String!, $response: JSON!) { signInWithPasskey(ticket: $ticket, response: $response) { signedIn } }'
const list = '{ passkeys { id name createdAt lastUsedAt } }'
const me = '{ currentSession { member { id } } }'
const remove = 'mutation ($id: UUID!) { deletePasskey(id: $id) }'

const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code

describe.skipIf(!browserPath)('a passkey', () => {
  let at: House
  let stop: () => Promise<void>
  let chromium: Browser
  let base = ''

  beforeAll(async () => {
    const port = await freePort()
    base = `http://localhost:${port}`
    const started = await startApp({ env: { PUBLIC_URL: base } })
    stop = started.stop
    await started.app.server.listen({ port, host: 'localhost' })
    at = await openHouse(started.app)
    chromium = await openBrowser()
  })
  afterAll(async () => {
    await chromium?.close()
    await stop?.()
  })

  async function somebody(role = Role.member) {
    const email = `${randomUUID()}@kontor.example`
    const { memberId: id } = await createMemberByCommand(at.app.system, {
      organizationId: at.organizationId,
      role,
      email,
    })
    await at.app.system.query('update members set password_hash = $1 where id = $2', [
      await hashPassword(password, 4),
      id,
    ])
    return { id, email, password }
  }

  /** A page of the service in a browser that has an authenticator, which knows its owner or does not. */
  async function openPage({ knowsOwner = true } = {}) {
    const context = await chromium.newContext()
    const page = await context.newPage()
    const devtools: CDPSession = await context.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: knowsOwner,
        isUserVerified: knowsOwner,
        automaticPresenceSimulation: true,
      },
    })
    await page.goto(`${base}/graphql`)
    const send = (query: string, variables: object = {}): Promise<Answer> =>
      page.evaluate(
        async ([body]) => {
          const headers = { 'content-type': 'application/json' }
          const response = await fetch('/graphql', { method: 'POST', headers, body: body ?? '' })
          return { status: response.status, ...(await response.json()) }
        },
        [JSON.stringify({ query, variables })],
      )
    const signIn = (who: { email: string; password: string }) =>
      signInWith({ send } as never, who) as unknown as Promise<Answer>
    return { page, send, signIn, close: () => context.close() }
  }

  const make = (page: Page, options: unknown) =>
    page.evaluate(async (json) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as never)
      return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON()
    }, options)
  const use = (page: Page, options: unknown) =>
    page.evaluate(async (json) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as never)
      return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON()
    }, options)

  /** Somebody who has signed in with a password, and made a passkey. */
  async function withPasskey(role?: Role) {
    const who = await somebody(role)
    const opened = await openPage()
    expect((await opened.signIn(who)).data.signIn.signedIn).toBe(true)
    const { options, ticket } = (await opened.send(start, { p: password })).data.startPasskey
    const response = await make(opened.page, options)
    const made = await opened.send(create, { name: 'Notebook', ticket, response })
    expect(made.errors).toBeUndefined()
    return { ...opened, who, ticket, response, id: made.data.createPasskey.id as string }
  }

  test.each(Object.values(Role))('is made by %s, and signs in without a password', async (role) => {
    const { page, send, who, close } = await withPasskey(role)
    expect(await page.evaluate(() => document.cookie)).toBe('')
    expect((await send(list)).data.passkeys).toEqual([
      { id: expect.any(String), name: 'Notebook', createdAt: expect.any(String), lastUsedAt: null },
    ])
    await send('mutation { signOut }')
    expect((await send(me)).data.currentSession).toBeNull()
    const { options, ticket } = (await send(startSignIn)).data.startPasskeySignIn
    const response = await use(page, options)
    expect((await send(enter, { ticket, response })).data).toEqual({ signInWithPasskey: { signedIn: true } })
    expect((await send(me)).data.currentSession.member.id).toBe(who.id)
    expect((await send(list)).data.passkeys[0].lastUsedAt).toEqual(expect.any(String))
    const { rows } = await at.app.system.query(
      "select from mails where subject_id = $1 and kind = 'account_passkeyCreated'",
      [who.id],
    )
    expect(rows).toHaveLength(1)
    await close()
  })
  test('is created, used and removed in the app', async () => {
    const { email } = await somebody()
    const { page, send, close } = await openPage()
    page.setDefaultTimeout(10_000)
    // A page of the app loads anew by itself once nobody is signed in.
    const signOut = async () => {
      await page.goto(`${base}/graphql`)
      await send('mutation { signOut }')
    }
    const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await page.goto(`${base}/app`)
    await press('Sign in with a passkey')
    await page.getByText('The browser has shown no passkey.').waitFor()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await press('Sign in')
    await page.getByRole('navigation').waitFor()
    await page.goto(`${base}/app/settings/security`)
    await press(/^(Add passkey|Passkey hinzufügen)$/)
    await dialog.getByLabel('Name').fill('Notebook')
    await dialog.locator('input[type=password]').fill('falsch-und-lang-genug')
    await dialog.locator('button[type=submit]').click()
    await dialog.locator('.field-error').waitFor()
    await dialog.locator('input[type=password]').fill(password)
    await dialog.locator('button[type=submit]').click()
    await page.getByRole('cell', { name: 'Notebook', exact: true }).waitFor()
    await signOut()
    // It is offered where the address is typed: the authenticator of the test takes every offer.
    await page.goto(`${base}/app`)
    await page.getByRole('navigation').waitFor()
    await signOut()
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    await page.goto(`${base}/app`)
    expect(await page.getByLabel('Email').getAttribute('autocomplete')).toBe('username webauthn')
    await press('Sign in with a passkey')
    await page.getByRole('navigation').waitFor()
    await page.goto(`${base}/app/settings/security`)
    await press(/^(Remove the passkey|Passkey) .Notebook.( entfernen)?$/)
    await page.getByRole('alertdialog').locator('button[type=submit]').click()
    await page.getByRole('cell', { name: 'Notebook', exact: true }).waitFor({ state: 'detached' })
    await close()
  })
  test('answers only its own challenge, once and in time', async () => {
    const { page, send, close, ...made } = await withPasskey()
    expect(codeOf(await send(create, { name: 'Zweimal', ticket: made.ticket, response: made.response }))).toBe(
      'expired',
    )
    const [first, second] = [
      (await send(startSignIn)).data.startPasskeySignIn,
      (await send(startSignIn)).data.startPasskeySignIn,
    ]
    const response = await use(page, first.options)
    expect(codeOf(await send(enter, { ticket: second.ticket, response }))).toBe('forbidden')
    const both = await Promise.all([1, 2].map(() => send(enter, { ticket: first.ticket, response })))
    expect(both.map(codeOf).sort()).toEqual(['expired', undefined])
    expect(codeOf(await send(enter, { ticket: made.ticket, response }))).toBe('validation_failed')
    expect(codeOf(await send(enter, { ticket: 'x', response }))).toBe('validation_failed')
    for (const nonsense of [null, 1, {}, { id: 'x' }, { id: 1, response: { userHandle: 'AAAA' } }])
      expect(
        codeOf(
          await send(enter, { ticket: (await send(startSignIn)).data.startPasskeySignIn.ticket, response: nonsense }),
        ),
      ).toMatch(/forbidden|validation_failed/)
    await close()
  })
  test('does not sign in if it is modified or of another member', async () => {
    const { page, send, close } = await withPasskey()
    const other = await somebody()
    const { options, ticket } = (await send(startSignIn)).data.startPasskeySignIn
    const response = (await use(page, options)) as unknown as { response: { userHandle: string; signature: string } }
    const handle = Buffer.from(`${at.organizationId}${other.id}`.replaceAll('-', ''), 'hex').toString('base64url')
    const forged = { ...response, response: { ...response.response, userHandle: handle } }
    expect(codeOf(await send(enter, { ticket, response: forged }))).toBe('forbidden')
    const again = (await send(startSignIn)).data.startPasskeySignIn
    const signed = (await use(page, again.options)) as unknown as typeof response
    const changed = { ...signed, response: { ...signed.response, signature: response.response.signature } }
    expect(codeOf(await send(enter, { ticket: again.ticket, response: changed }))).toBe('forbidden')
    await close()
  })
  test('is deleted by its owner, and then signs in no more', async () => {
    const { page, send, id, close } = await withPasskey()
    const stranger = await withPasskey()
    expect(codeOf(await stranger.send(remove, { id }))).toBe('not_found')
    await stranger.close()
    expect((await send(remove, { id })).data).toEqual({ deletePasskey: true })
    expect((await send(list)).data.passkeys).toEqual([])
    const { options, ticket } = (await send(startSignIn)).data.startPasskeySignIn
    expect(codeOf(await send(enter, { ticket, response: await use(page, options) }))).toBe('forbidden')
    await close()
  })
  test('needs the password, a session and user verification', async () => {
    const who = await somebody()
    const { page, send, signIn, close } = await openPage({ knowsOwner: false })
    await signIn(who)
    expect(codeOf(await send(start, { p: 'falsch-falsch' }))).toBe('validation_failed')
    expect((await at.owner.graphql(start)).errors?.[0].extensions.code).toBe('forbidden')
    const { options, ticket } = (await send(start, { p: password })).data.startPasskey
    await expect(make(page, options)).rejects.toThrow(/NotAllowedError/)
    // What the page asks of the device is not believed.
    const response = await make(page, {
      ...options,
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
    })
    expect(codeOf(await send(create, { name: 'Ohne', ticket, response }))).toBe('validation_failed')
    await close()
  })
})

test('passkeys need a host name in PUBLIC_URL', async () => {
  const { app, stop } = await startApp()
  const answer = await createBrowserSession(app).send(startSignIn)
  expect([codeOf(answer), answer.errors?.[0].message]).toEqual(['invalid_state', expect.stringContaining('PUBLIC_URL')])
  await stop()
})
