import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#core/access/password'
import { Role } from '#core/access/policy'
import { createMember } from '#features/people/members/create-member'
import { browserPath, complaintsOf, openBrowser, violationsOf } from '../harness/browser.ts'
import { house } from '../harness/house.ts'
import { screens, signIn } from './screens.ts'

const at = house()
const password = 'korrekt-pferd-batterie'
const cheap = hashPassword(password, 4)

/** A member who can sign in, with a hash that costs little. */
async function somebody(role: Role, language: 'de' | 'en') {
  const email = `${randomUUID()}@kontor.example`
  const { memberId } = await createMember(at.app.system, { ...at, role, email, name: 'Alma Rose' })
  await at.app.system.query('update members set password_hash = $1, language = $2 where id = $3', [
    ...[await cheap, language],
    memberId,
  ])
  return { email, password }
}

describe('the files of the app', () => {
  const get = (url: string, headers = {}) => at.app.server.inject({ url, headers })
  const scriptOf = async () => /src="(\/app\/assets\/[^"]+\.js)"/.exec((await get('/app')).body)?.[1] ?? ''

  test('one page is at all of its addresses, in the language and the look that the reader has chosen', async () => {
    const english = await get('/app/settings/tokens', { 'accept-language': 'en-GB,en;q=0.8' })
    expect([english.statusCode, english.body]).toEqual([200, expect.stringContaining('<html lang="en">')])
    const chosen = await get('/app', { 'accept-language': 'en', cookie: 'kontor_language=de; kontor_theme=dark' })
    expect(chosen.body).toContain('<html lang="de" data-theme="dark">')
    expect((await get('/app', { cookie: 'kontor_theme=x"onload=' })).body).toContain('<html lang="de">')
  })
  test('allow nothing that stands in a page, but what bears its nonce, which no two pages share', async () => {
    const [one, other] = [await get('/app'), await get('/app')]
    const policy = String(one.headers['content-security-policy'])
    expect(policy).not.toContain('unsafe')
    const [, nonce = ''] = /style-src 'self' 'nonce-([\w-]{22})'/.exec(policy) ?? []
    expect(one.body).toContain(`<meta property="csp-nonce" nonce="${nonce}"`)
    expect(other.body).not.toContain(nonce)
  })
  test('come compressed as the reader can take them, and are kept for good', async () => {
    const script = await scriptOf()
    const sent = await Promise.all(['br, gzip', 'gzip', ''].map((ways) => get(script, { 'accept-encoding': ways })))
    expect(sent.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
    const [brotli = 0, gzip = 0, plain = 0] = sent.map(({ rawPayload }) => rawPayload.length)
    expect(brotli).toBeLessThan(gzip)
    expect(gzip).toBeLessThan(plain / 2)
    for (const { headers } of sent)
      expect([headers['cache-control'], headers.vary]).toEqual([
        'public, max-age=31536000, immutable',
        expect.stringContaining('accept-encoding'),
      ])
  })
  test('are those of the build alone', async () => {
    for (const name of ['none.js', '..%2findex.html', '.built', 'index.html'])
      expect((await get(`/app/assets/${name}`)).statusCode, name).toBe(404)
    expect((await get('/')).headers.location).toBe('/app')
  })
})

describe.skipIf(!browserPath)('in a browser', () => {
  let browser: Browser
  let base = ''
  beforeAll(async () => {
    browser = await openBrowser()
    base = await at.app.server.listen({ port: 0, host: '127.0.0.1' })
  }, 60_000)
  afterAll(() => browser.close())

  const open = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ locale: 'de-DE', reducedMotion: 'reduce', ...options })
    context.setDefaultTimeout(10_000)
    const page = await context.newPage()
    const complaints = complaintsOf(page)
    await page.goto(`${base}/app`)
    return { page, complaints, close: () => context.close() }
  }
  const scrollsSideways = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

  test.each([
    ['de', 'light', 1280],
    ['en', 'dark', 1920],
    ['de', 'dark', 320],
    ['en', 'light', 390],
  ] as const)('every page is sound: %s, %s, %i px wide', async (language, colorScheme, width) => {
    const who = await somebody(Role.owner, language)
    const { page, complaints, close } = await open({
      ...{ locale: language === 'de' ? 'de-DE' : 'en-GB', colorScheme, viewport: { width, height: 800 } },
      ...(width < 500 && { hasTouch: true }),
    })
    for (const [name, step] of Object.entries(screens)) {
      await step({ page, base, ...who })
      await page.waitForLoadState('networkidle')
      expect({ name, found: await violationsOf(page), isWide: await scrollsSideways(page) }).toEqual({
        ...{ name, found: [], isWide: false },
      })
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
    }
    expect(complaints).toEqual([])
    await close()
  })

  test('a wrong password is said beside the form, and nobody is let in', async () => {
    const { email } = await somebody(Role.member, 'de')
    const { page, close } = await open()
    await page.getByLabel('E-Mail').fill(email)
    await page.getByLabel('Passwort').fill('falsch-und-lang-genug')
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByText(/stimmt nicht|stimmen nicht|falsch/).waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    await close()
  })

  test('with the keyboard alone one signs in, makes a token that works, revokes it and leaves', async () => {
    const { email } = await somebody(Role.viewer, 'en')
    const { page, close } = await open({ locale: 'en-GB' })
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    /** Tabs on to what has a name, and says where the focus can be seen on the way. */
    const reach = async (name: string | RegExp, role: 'button' | 'link' | 'radio' = 'button') => {
      const wanted = page.getByRole(role, { name, exact: true }).first()
      await wanted.waitFor()
      for (let step = 0; step < 40; step++) {
        await press('Tab')
        if (await wanted.evaluate((element) => element === document.activeElement)) {
          const outlines = await wanted.evaluate((element) =>
            [undefined, '::after'].map((part) => getComputedStyle(element, part).outlineStyle),
          )
          expect(outlines).toContain('solid')
          return
        }
      }
      throw new Error(`${name} is out of reach`)
    }
    await page.getByLabel('Email').waitFor()
    await page.keyboard.type(email)
    await press('Tab')
    await page.keyboard.type(password)
    await press('Enter')
    await reach('Settings', 'link')
    await press('Enter')
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await reach('API tokens', 'link')
    await press('Enter')
    await reach('New token')
    await press('Enter')
    await page.getByRole('dialog').getByLabel('Name').waitFor()
    await page.keyboard.type('Robot')
    await press('Enter')
    const token = await page.getByLabel('Token', { exact: true }).inputValue()
    const me = () => at.app.server.inject({ url: '/api/v1/me', headers: { authorization: `Bearer ${token}` } })
    expect((await me()).json()).toMatchObject({ email, role: 'viewer' })
    await reach('Done')
    await press('Enter')
    await page.getByText(`…${token.slice(-4)}`).waitFor()
    await reach('Revoke “Robot”')
    await press('Enter')
    await page.getByRole('alertdialog', { name: 'Revoke “Robot”?' }).waitFor()
    await reach('Revoke')
    await press('Enter')
    await page.getByText(`…${token.slice(-4)}`).waitFor({ state: 'detached' })
    expect((await me()).statusCode).toBe(401)
    await reach(/^Account/)
    await press('Enter', 'End', 'Enter')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await close()
  })

  test('the language and the look that somebody chooses stay', async () => {
    const who = await somebody(Role.member, 'de')
    const { page, close } = await open()
    await signIn({ page, base, ...who })
    await page.getByRole('button', { name: /^Konto/ }).click()
    await page.getByRole('menuitemradio', { name: 'Dunkel' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Konto/ }).click()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await page.getByRole('link', { name: 'Clients' }).waitFor()
    expect(await page.evaluate(() => ({ ...document.documentElement.dataset }))).toEqual({ theme: 'dark' })
    const { rows } = await at.app.system.query('select language from members where email = $1', [who.email])
    expect(rows).toEqual([{ language: 'en' }])
    await close()
  })

  test('who may not see something is told so, and what fails can be tried again', async () => {
    const { page, close } = await open()
    await signIn({ page, base, ...(await somebody(Role.member, 'de')) })
    await page.getByRole('link', { name: 'Rechnungen' }).click()
    await page.getByRole('heading', { name: 'Dafür fehlt Ihnen das Recht' }).waitFor()
    await page.route('**/graphql', (route) => route.abort())
    await page.getByRole('link', { name: 'Projekte' }).click()
    await page.getByRole('heading', { name: 'Das hat nicht geklappt' }).waitFor()
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()
    await page.getByRole('heading', { name: 'Noch keine Projekte' }).waitFor()
    await page.goto(`${base}/app/nirgends`)
    await page.getByRole('heading', { name: 'Diese Seite gibt es nicht' }).waitFor()
    await close()
  })
})
