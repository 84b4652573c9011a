import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { App } from '../../../../src/app.ts'
import { createBrowserSession, signInWith } from '../../../harness/browser-session.ts'
import { startApp } from '../../../harness/house.ts'

let app: App
let stop: () => Promise<void>
const fillWithDemo = vi.fn()

beforeAll(async () => {
  ;({ app, stop } = await startApp({ fillWithDemo }))
})
afterAll(() => stop())

const create = `mutation ($code: String!, $email: String!, $password: String!, $demo: Boolean) {
  createFirstOrganization(code: $code, organizationName: "Werkstatt", name: "Anna Berg", email: $email, password: $password, language: "en", demo: $demo) { signedIn }
}`
const email = 'anna@werkstatt.example'
const password = 'korrekt-pferd-batterie'
const given = () => ({ code: app.services.installationSetup.code, email, password })
const state = async () => (await createBrowserSession(app).send('{ firstRun { open offersDemo } }')).data.firstRun
const count = async () => (await app.system.query('select from organizations')).rows.length

test('requires the code of the console to create the first organization', async () => {
  expect(await state()).toEqual({ open: true, offersDemo: true })
  expect(app.services.installationSetup.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
  const wrong = await createBrowserSession(app).send(
    create,
    { ...given(), code: 'AAAA-AAAA' },
    { origin: 'http://127.0.0.1:4000', 'accept-language': 'en' },
  )
  expect(wrong.errors?.[0]).toMatchObject({
    message: 'code is wrong.',
    extensions: { code: 'validation_failed', field: 'code' },
  })
  const weak = await createBrowserSession(app).send(create, { ...given(), password: '1234567890' })
  expect(weak.errors?.[0].extensions.field).toBe('password')
  const foreign = await createBrowserSession(app).send(create, given(), { origin: 'https://elsewhere.example' })
  expect(foreign.errors?.[0].extensions.code).toBe('forbidden')
  expect(await count()).toBe(0)
})
test('limits guesses of the code', async () => {
  const page = createBrowserSession(app, '198.51.100.5')
  const guesses = await Promise.all(
    Array.from({ length: 12 }, () => page.send(create, { ...given(), code: '0000-0000' })),
  )
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(2)
})
test('creates one organization for several requests at once, and signs in', async () => {
  const pages = Array.from({ length: 5 }, () => createBrowserSession(app))
  const answers = await Promise.all(
    pages.map((page) =>
      page.send(create, { ...given(), code: given().code.toLowerCase().replace('-', ' '), demo: true }),
    ),
  )
  const codes = answers.map(({ errors }) => errors?.[0].extensions.code)
  expect(codes.toSorted()).toEqual([...Array(4).fill('invalid_state'), undefined])
  expect(await count()).toBe(1)
  const first = pages[codes.indexOf(undefined)]
  const session = '{ currentSession { organizationName language organizationId member { name role email } } }'
  const { currentSession } = (await first?.send(session))?.data ?? {}
  expect(currentSession).toMatchObject({
    organizationName: 'Werkstatt',
    language: 'en',
    member: { name: 'Anna Berg', role: 'owner', email },
  })
  expect(fillWithDemo.mock.calls).toEqual([[currentSession.organizationId, 'en']])
  expect((await app.system.query('select from tokens where kind = $1', ['token'])).rows).toEqual([])
  expect((await signInWith(createBrowserSession(app), { email, password })).data.signIn.signedIn).toBe(true)
})
test('refuses the code once there is an organization', async () => {
  expect(await state()).toEqual({ open: false, offersDemo: true })
  const late = await createBrowserSession(app).send(create, { ...given(), email: 'bert@werkstatt.example' })
  expect(late.errors?.[0].extensions.code).toBe('invalid_state')
})
