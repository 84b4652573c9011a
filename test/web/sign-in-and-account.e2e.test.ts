import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { totpCode, totpStepAt } from '#core/access/totp'
import { mountWebApp } from '#core/http/web-app'
import { projectRoot } from '#core/runtime/project-root'
import { runAxe } from '../harness/browser.ts'
import { createBrowserSession as session, signInWith } from '../harness/browser-session.ts'
import { startApp } from '../harness/house.ts'
import { readMails } from '../harness/mails.ts'
import { describeInBrowser, everyPageIsSound, inBrowser, password } from './in-browser.ts'
import { appScreens } from './screens/app.ts'

const web = inBrowser()
const { at, somebody, open, openAs } = web

describe('app files', () => {
  const get = (url: string, headers = {}) => at.app.server.inject({ url, headers })
  const scriptOf = async () => /src="(\/app\/assets\/[^"]+\.js)"/.exec((await get('/app')).body)?.[1] ?? ''

  test('serve one page at all URLs, in the chosen language and theme', async () => {
    const english = await get('/app/settings/tokens', { 'accept-language': 'en-GB,en;q=0.8' })
    expect([english.statusCode, english.body]).toEqual([200, expect.stringContaining('<html lang="en">')])
    const chosen = await get('/app', { 'accept-language': 'en', cookie: 'kontor_language=de; kontor_theme=dark' })
    expect(chosen.body).toContain('<html lang="de" data-theme="dark">')
    expect((await get('/app', { cookie: 'kontor_theme=x"onload=' })).body).toContain('<html lang="de">')
  })
  test('forbid inline scripts except with the nonce of the page', async () => {
    const [one, other] = [await get('/app'), await get('/app')]
    const policy = String(one.headers['content-security-policy'])
    expect(policy).not.toContain('unsafe')
    const [, nonce = ''] = /style-src 'self' 'nonce-([\w-]{22})'/.exec(policy) ?? []
    expect(one.body).toContain(`<meta property="csp-nonce" nonce="${nonce}"`)
    expect(other.body).not.toContain(nonce)
  })
  test('are compressed by Accept-Encoding and cached forever', async () => {
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
  test('are not cached if they do not exist', async () => {
    const name = `spaeter-${randomUUID()}.js`
    const file = join(projectRoot, 'dist', 'web', 'assets', name)
    expect((await get(`/app/assets/${name}`)).statusCode).toBe(404)
    await writeFile(file, '')
    try {
      expect((await get(`/app/assets/${name}`)).statusCode).toBe(200)
    } finally {
      await rm(file)
    }
  })
  test('include only files of the build', async () => {
    for (const name of ['none.js', '..%2findex.html', '.built', 'index.html'])
      expect((await get(`/app/assets/${name}`)).statusCode, name).toBe(404)
    expect((await get('/')).headers.location).toBe('/app')
  })
})

test('allow images from object storage if it is configured', async () => {
  for (const [storage, images] of [
    [undefined, "img-src 'self' data:"],
    ['https://s3.example', "img-src 'self' data: https://s3.example"],
  ] as const) {
    const server = Fastify()
    mountWebApp(server, storage)
    const { headers } = await server.inject('/app/files')
    expect(String(headers['content-security-policy']).split('; ')).toContain(images)
  }
})

describeInBrowser('in a browser', () => {
  everyPageIsSound(web, Role.owner, appScreens, false)

  test('shows a wrong password beside the form', async () => {
    const { email } = await somebody(Role.member, 'de')
    const { page, close } = await open()
    await page.getByLabel('E-Mail').fill(email)
    await page.getByLabel('Passwort').fill('falsch-und-lang-genug')
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByText(/stimmt nicht|stimmen nicht|falsch/).waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    await close()
  })

  test('signs in, creates and revokes a token and signs out, all by keyboard', async () => {
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

  test('invites a member who sets and changes a password, with the settings of their role', async () => {
    const owner = await openAs(Role.owner, 'de', '/settings/members')
    await owner.page.getByRole('button', { name: 'Einladen' }).click()
    const dialog = owner.page.getByRole('dialog')
    const email = `${randomUUID()}@kontor.example`
    await dialog.getByLabel('Name').fill('Neele Neu')
    await dialog.getByLabel('E-Mail').fill(email)
    await dialog.getByLabel('Rolle').selectOption({ label: 'Nur lesen' })
    await dialog.getByRole('button', { name: 'Einladen' }).click()
    await owner.page.getByText(`Die Einladung an ${email} wurde gesendet.`).waitFor()
    await owner.page.getByRole('button', { name: 'Nur lesen, Rolle von Neele Neu' }).waitFor()
    const [mail] = await readMails(at.app, `kind = 'invitation' and $1 = any(recipients)`, [email])
    const token = /#([\w-]+)/.exec(mail?.text ?? '')?.[1]

    const { page, complaints, close } = await open()
    await page.goto(`${web.base()}/app/invitation#${token}`)
    // The page is there already: another fragment alone loads none.
    await page.reload()
    await page.getByRole('heading', { name: 'Willkommen, Neele Neu' }).waitFor()
    expect(await page.title()).toBe('Willkommen – Kontor')
    expect(await runAxe(page)).toEqual([])
    await page.getByLabel('Passwort').fill('ein-langer-satz-ueber-kaffee')
    await page.getByRole('button', { name: 'Passwort festlegen und anmelden' }).click()
    await page.getByRole('link', { name: 'Einstellungen' }).click()
    await page.getByRole('link', { name: 'Sicherheit' }).waitFor()
    expect(await page.getByRole('link', { name: /Mitglieder|Organisation|Protokoll/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'Sicherheit' }).click()
    await page.getByLabel('Bisheriges Passwort').fill('falsch-und-lang-genug')
    await page.getByLabel('Neues Passwort').fill('noch-ein-satz-ueber-tee')
    await page.getByRole('button', { name: 'Passwort ändern' }).click()
    await page.locator('.field-error').waitFor()
    await page.getByLabel('Bisheriges Passwort').fill('ein-langer-satz-ueber-kaffee')
    await page.getByRole('button', { name: 'Passwort ändern' }).click()
    await page.getByText('Ihr Passwort ist geändert').waitFor()
    expect(complaints).toEqual([])
    await Promise.all([close(), owner.close()])
  })

  test('sets up, requires, recovers and removes a second factor', async () => {
    const { page, complaints, email, memberId, close } = await openAs(Role.member, 'de', '/settings/security')
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await press('Einrichten')
    await dialog.getByLabel('Ihr Passwort').fill('falsch-und-lang-genug')
    await press('Weiter')
    await dialog.locator('.field-error').waitFor()
    await dialog.getByLabel('Ihr Passwort').fill(password)
    await press('Weiter')
    await dialog.getByRole('img', { name: 'QR-Code für die Authenticator-App' }).waitFor()
    const secret = await dialog.getByLabel('Oder geben Sie diesen Schlüssel ein').inputValue()
    await dialog.getByLabel('Code', { exact: true }).fill('000000')
    await dialog.getByRole('button', { name: 'Einrichten' }).click()
    await dialog.locator('.field-error').waitFor()
    await dialog.getByLabel('Code', { exact: true }).fill(totpCode(secret, totpStepAt(new Date())))
    await dialog.getByRole('button', { name: 'Einrichten' }).click()
    await page.getByRole('alertdialog', { name: 'Wiederherstellungscodes' }).waitFor()
    const codes = await dialog.locator('.codes li').allInnerTexts()
    expect(codes).toHaveLength(10)
    expect(await runAxe(page)).toEqual([])
    const file = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Als Datei sichern' }).click()
    const kept = await buffer(await (await file).createReadStream())
    expect(kept.toString()).toBe(`${codes.join('\n')}\n`)
    await press('Ich habe sie gesichert')
    await page.getByText('10 Wiederherstellungscodes übrig').waitFor()

    const other = await open()
    const enter = async (code: string) => {
      await other.page.goto(`${web.base()}/app`)
      await other.page.getByLabel('E-Mail').fill(email)
      await other.page.getByLabel('Passwort').fill(password)
      await other.page.getByRole('button', { name: 'Anmelden', exact: true }).click()
      await other.page.getByRole('heading', { name: 'Zweiter Schritt' }).waitFor()
      await other.page.getByLabel('Code').fill(code)
      await other.page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    }
    await enter(codes[0] ?? '')
    await other.page.getByRole('link', { name: 'Einstellungen' }).waitFor()
    await other.close()

    await page.reload()
    await page.getByText('9 Wiederherstellungscodes übrig').waitFor()
    await press('Abschalten')
    await dialog.getByLabel('Code', { exact: true }).fill(codes[0] ?? '')
    await dialog.getByRole('button', { name: 'Abschalten' }).click()
    await dialog.locator('.field-error').waitFor()
    await dialog.getByLabel('Code', { exact: true }).fill(codes[1] ?? '')
    await dialog.getByRole('button', { name: 'Abschalten' }).click()
    await page.getByText('Der zweite Faktor wurde abgeschaltet.').waitFor()
    const { rows } = await at.app.system.query('select from totp_secrets where member_id = $1', [memberId])
    expect([rows, complaints]).toEqual([[], []])
    await close()
  })

  test("lets an admin reset a member's second factor", async () => {
    const lost = await somebody(Role.member, 'de')
    const phone = session(at.app)
    await signInWith(phone, lost)
    const setUp = 'mutation ($p: String) { setUpTotp(currentPassword: $p) { secret } }'
    const { secret } = (await phone.send(setUp, { p: password })).data.setUpTotp
    const code = totpCode(secret, totpStepAt(new Date()))
    await phone.send('mutation ($code: String!) { confirmTotp(code: $code) }', { code })
    await at.app.system.query("update members set name = 'Lore Los' where id = $1", [lost.memberId])
    const { page, close } = await openAs(Role.admin, 'de', '/settings/members')
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await press('Mitarbeit, Rolle von Lore Los')
    await press('Zweiten Faktor zurücksetzen')
    const question = page.getByRole('alertdialog', { name: 'Zweiten Faktor von Lore Los zurücksetzen?' })
    await question.getByRole('button', { name: 'Abbrechen' }).click()
    await question.waitFor({ state: 'detached' })
    expect((await signInWith(session(at.app), lost)).data.signIn).toMatchObject({ codeRequired: true })
    await press('Mitarbeit, Rolle von Lore Los')
    await press('Zweiten Faktor zurücksetzen')
    await question.getByRole('button', { name: 'Zweiten Faktor zurücksetzen' }).click()
    await page.getByText('Lore Los meldet sich jetzt ohne zweiten Faktor an.').waitFor()
    expect((await signInWith(session(at.app), lost)).data.signIn).toMatchObject({ signedIn: true })
    const asked = page.waitForResponse((response) =>
      Boolean(response.request().postData()?.includes('hasSecondFactor')),
    )
    await press('Mitarbeit, Rolle von Lore Los')
    await (await asked).finished()
    await page.getByRole('dialog').getByLabel('Rolle').waitFor()
    expect(await page.getByRole('button', { name: 'Zweiten Faktor zurücksetzen' }).count()).toBe(0)
    await close()
  })

  test('lists tokens that stay valid after a password reset, and revokes them at once', async () => {
    const who = await somebody(Role.owner, 'de')
    const page = session(at.app)
    await signInWith(page, who)
    const create = 'mutation { createToken(input: { name: "Skript" }) { token } }'
    const { token } = (await page.send(create)).data.createToken
    const me = () => at.app.server.inject({ url: '/api/v1/me', headers: { authorization: `Bearer ${token}` } })
    await page.send('mutation ($e: String!) { requestPasswordReset(email: $e) }', { e: who.email })
    const [mail] = await readMails(at.app, "kind = 'account_passwordReset' and $1 = any(recipients)", [who.email])
    const link = /#([\w-]+)/.exec(mail?.text ?? '')?.[1]
    const opened = await open()
    const { page: tab } = opened
    // Whatever fails on the way says nothing of the link.
    await tab.route('**/graphql', (route) =>
      route.request().postData()?.includes('accountLink') ? route.abort() : route.continue(),
    )
    await tab.goto(`${web.base()}/app/reset-password#${link}`)
    await tab.reload()
    await tab.getByText('Der Dienst antwortet nicht.').waitFor()
    expect(await tab.getByText('Dieser Link gilt nicht mehr').count()).toBe(0)
    await tab.unroute('**/graphql')
    await tab.getByRole('button', { name: 'Noch einmal versuchen' }).click()
    expect(await tab.title()).toBe('Neues Passwort – Kontor')
    await tab.getByLabel('Passwort').fill('ein-langer-satz-ueber-kaffee')
    await tab.getByRole('button', { name: 'Passwort ändern' }).click()
    await tab.getByText(`API-Token „Skript“, …${token.slice(-4)}`).waitFor()
    expect(await runAxe(tab)).toEqual([])
    expect((await me()).statusCode).toBe(200)
    await tab.getByRole('button', { name: 'Alle Token widerrufen' }).click()
    await tab.getByText('Alle API-Token sind widerrufen.').waitFor()
    expect((await me()).statusCode).toBe(401)
    await tab.getByRole('button', { name: 'Weiter', exact: true }).click()
    await tab.getByRole('navigation', { name: 'Hauptnavigation' }).waitFor()
    await opened.close()
  })

  test('changes name and language, and the email address only with the password', async () => {
    const { page, complaints, email, close } = await openAs(Role.owner, 'de', '/settings/profile')
    await page.getByLabel('Name').fill('Alma Rosenrot')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Gespeichert.').waitFor()
    await page.getByRole('button', { name: 'Konto: Alma Rosenrot' }).waitFor()
    const moved = `${randomUUID()}@kontor.example`
    await page.getByLabel('Neue E-Mail-Adresse').fill(moved)
    await page.getByLabel('Passwort').fill('falsch-und-lang-genug')
    await page.getByRole('button', { name: 'Adresse ändern' }).click()
    await page.locator('.field-error').waitFor()
    await page.getByLabel('Passwort').fill(password)
    await page.getByRole('button', { name: 'Adresse ändern' }).click()
    await page.getByText('Die Adresse wurde geändert.').waitFor()
    await page.getByText(`Sie melden sich mit ${moved} an.`).waitFor()
    const { rows } = await at.app.system.query('select name, email from members where email = any($1)', [
      [email, moved],
    ])
    expect(rows).toEqual([{ name: 'Alma Rosenrot', email: moved }])
    await page.getByLabel('Sprache').selectOption({ label: 'English' })
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
    expect(complaints).toEqual([])
    await close()
    const other = await openAs(Role.viewer, 'de', '/settings/profile')
    await other.page.getByText('Die Administration kann die Adresse ändern.').waitFor()
    expect(await other.page.getByLabel('Neue E-Mail-Adresse').count()).toBe(0)
    await other.close()
  })

  test('reports failed changes of sessions and passkeys', async () => {
    const { page, email, close } = await openAs(Role.member, 'de', '/settings/security')
    await signInWith(session(at.app), { email, password })
    await page.reload()
    await page.getByRole('button', { name: 'Alle anderen beenden' }).waitFor()
    await page.route('**/graphql', (route) => route.abort())
    await page.getByRole('button', { name: 'Alle anderen beenden' }).click()
    await page.getByText('Der Dienst antwortet nicht.').waitFor()
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Alle anderen beenden' }).click()
    await page.getByText('Alle anderen Sitzungen sind beendet.').waitFor()
    await page.getByRole('button', { name: 'Passkey hinzufügen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.getByRole('heading', { name: 'Sicherheit', level: 1 }).count()).toBe(1)
    await close()
  })

  test('creates the first organization with the setup code', async () => {
    const { app, stop } = await startApp()
    const { page, complaints, close } = await open({ locale: 'en-GB' })
    await page.goto(`${await app.server.listen({ port: 0, host: '127.0.0.1' })}/app`)
    await page.getByRole('heading', { name: 'Welcome to Kontor' }).waitFor()
    expect(await runAxe(page)).toEqual([])
    for (const [label, text] of [
      ['Code', 'AAAA-AAAA'],
      ['Company', 'Werkstatt'],
      ['Your name', 'Anna Berg'],
      ['Email', 'anna@werkstatt.example'],
      ['Password', password],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByRole('button', { name: 'Start' }).click()
    await page.locator('.field-error').waitFor()
    await page.getByLabel('Code').fill(app.services.installationSetup.code)
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('link', { name: 'Werkstatt' }).waitFor()
    expect(complaints).toEqual([])
    await close()
    await stop()
  })

  test('remembers language and theme', async () => {
    const { page, email, close } = await openAs(Role.member, 'de')
    await page.getByRole('button', { name: /^Konto/ }).click()
    await page.getByRole('menuitemradio', { name: 'Dunkel' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Konto/ }).click()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await page.getByRole('link', { name: 'Clients' }).waitFor()
    expect(await page.evaluate(() => ({ ...document.documentElement.dataset }))).toEqual({ theme: 'dark' })
    const { rows } = await at.app.system.query('select language from members where email = $1', [email])
    expect(rows).toEqual([{ language: 'en' }])
    await close()
  })

  test('hides settings that a role may not change, also by URL, and handles invalid ids', async () => {
    const { page, close } = await openAs(Role.viewer, 'de')
    const others = ['organization', 'documents', 'numbering', 'dunning', 'accounting', 'members', 'webhooks', 'doctor']
    for (const path of [...others, 'audit-log', 'export']) {
      await page.goto(`${web.base()}/app/settings/${path}`)
      await page.getByText('Dafür fehlt Ihnen das Recht').waitFor()
      expect([path, await page.getByRole('heading', { level: 1 }).count()]).toEqual([path, 1])
      expect([path, await page.getByRole('main').getByRole('button').count()]).toEqual([path, 0])
    }
    await page.goto(`${web.base()}/app/clients/keine-nummer`)
    await page.getByText('Diese Seite gibt es nicht').waitFor()
    await close()
  })

  test('explains missing permissions and offers to retry failures', async () => {
    const { page, close } = await openAs(Role.member, 'de')
    // What one may not see is not in the navigation, and an address says so.
    expect(await page.getByRole('link', { name: 'Rechnungen' }).count()).toBe(0)
    await page.goto(`${web.base()}/app/invoices`)
    await page.getByRole('heading', { name: 'Dafür fehlt Ihnen das Recht' }).waitFor()
    await page.route('**/graphql', (route) => route.abort())
    await page.getByRole('link', { name: 'Projekte' }).click()
    await page.getByRole('heading', { name: 'Das hat nicht geklappt' }).waitFor()
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()
    await page.getByRole('heading', { name: 'Noch keine Projekte' }).waitFor()
    // What was seen before stays where it cannot be asked anew for now.
    await at.owner.rest('POST', '/projects', { name: 'Werkhalle' })
    await page.getByRole('link', { name: 'Werkhalle' }).waitFor()
    const asked = page.waitForEvent('requestfailed')
    await page.route('**/graphql', (route) => route.abort())
    await at.owner.rest('POST', '/projects', { name: 'Lager' })
    await asked
    await page.waitForTimeout(300)
    expect(await page.getByRole('link', { name: 'Werkhalle' }).count()).toBe(1)
    await page.unroute('**/graphql')
    // Signing out and coming back are no exceptions.
    await page.route('**/graphql', (route) => route.abort())
    await page.getByRole('button', { name: /^Konto/ }).click()
    await page.getByRole('menuitem', { name: 'Abmelden' }).click()
    await page.getByRole('dialog').getByText('Der Dienst antwortet nicht.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).click()
    await page.reload()
    await page.getByRole('heading', { name: 'Das hat nicht geklappt' }).waitFor()
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()
    await page.getByRole('link', { name: 'Lager' }).waitFor()
    await page.goto(`${web.base()}/app/nirgends`)
    await page.getByRole('heading', { name: 'Diese Seite gibt es nicht' }).waitFor()
    await close()
  })
})
