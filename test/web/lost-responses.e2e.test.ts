import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { runAxe } from '../harness/browser.ts'
import { createFixtures } from '../harness/fixtures.ts'
import { describeInBrowser, inBrowser, password } from './in-browser.ts'

// How the app sends what it sends: once, as whom it was shown to, and as seldom as it can.

const web = inBrowser()
const { at, openAs } = web

const clientsCalled = async (name: string) =>
  (await at.owner.rest('GET', `/clients?q=${encodeURIComponent(name)}`)).body.total as number

/** The answer to the next mutation of this name is lost, though it is done. */
async function loseAnswer(page: Page, mutation: string) {
  let isLost = false
  await page.route('**/graphql', async (route) => {
    if (isLost || !route.request().postData()?.includes(`mutation ${mutation}(`)) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
}

/** An invoice that was sent, and the amounts that were recorded of it. */
async function sentInvoice() {
  const id = await createFixtures(at).one('sent')
  const paid = async () =>
    (await at.owner.rest('GET', `/invoices/${id}/payments`)).body.payments.map(
      ({ amount_cents }: { amount_cents: number }) => amount_cents,
    )
  return { id, paid }
}

async function pay(page: Page, amount: string) {
  await page.getByRole('button', { name: 'Zahlung erfassen' }).click()
  await page.getByRole('dialog').getByLabel('Betrag').fill(amount)
}

const signInAgain = async (page: Page, email: string) => {
  const entrance = page.locator('#entrance')
  await entrance.getByLabel('E-Mail').fill(email)
  await entrance.getByLabel('Passwort', { exact: true }).fill(password)
  await entrance.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await entrance.waitFor({ state: 'detached' })
}

describeInBrowser('requests of the app', () => {
  test('happen once if the response is lost and they are repeated', async () => {
    const { page, close } = await openAs(Role.member, 'de', '/clients/new')
    await page.getByLabel('Name', { exact: true }).fill('Nur Einmal GmbH')
    let lost = 0
    await page.route('**/graphql', async (route) => {
      if (lost > 0 || !route.request().postData()?.includes('createClient')) return route.continue()
      lost += 1
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Der Dienst antwortet nicht').waitFor()
    expect([lost, await clientsCalled('Nur Einmal')]).toEqual([1, 1])
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByRole('heading', { level: 1, name: 'Nur Einmal GmbH' }).waitFor()
    expect(await clientsCalled('Nur Einmal')).toBe(1)
    // What is meant twice is done twice.
    for (let time = 0; time < 2; time++) {
      await page.goto(`${web.base()}/app/clients/new`)
      await page.getByLabel('Name', { exact: true }).fill('Zweimal GmbH')
      await page.getByRole('button', { name: 'Speichern' }).click()
      await page.getByRole('heading', { level: 1, name: 'Zweimal GmbH' }).waitFor()
    }
    expect(await clientsCalled('Zweimal')).toBe(2)
    await close()
  })

  test('happen once while the user presses again without a response, and again after one', async () => {
    const { id, paid } = await sentInvoice()
    const { page, close } = await openAs(Role.owner, 'de', `/invoices/${id}`)
    await pay(page, '10')
    await loseAnswer(page, 'RecordPayment')
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Erfassen' })
    await submit.click()
    await page.getByRole('dialog').getByText('Der Dienst antwortet nicht').waitFor()
    await expect.poll(paid).toEqual([1000])
    await submit.click()
    await page.getByText('10,00 € erfasst.').waitFor()
    expect(await paid()).toEqual([1000])
    // The same amount comes again, and what was lost is seen to have been done.
    await loseAnswer(page, 'RecordPayment')
    await pay(page, '10')
    await submit.click()
    await page.getByRole('dialog').getByText('Der Dienst antwortet nicht').waitFor()
    await page.getByRole('button', { name: 'Abbrechen' }).click()
    await pay(page, '10')
    await submit.click()
    await page.getByText('10,00 € erfasst.').waitFor()
    await expect.poll(paid).toEqual([1000, 1000, 1000])
    await close()
  })

  test('happen once if another request came before the repetition', async () => {
    const { page, close } = await openAs(Role.member, 'de')
    const { body } = await at.owner.rest('POST', '/projects', { name: 'Nebenher' })
    await page.goto(`${web.base()}/app/projects/${body.id}`)
    await page.getByRole('button', { name: 'Timer starten' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Timer starten' }).click()
    const running = page.getByRole('button', { name: 'Timer stoppen' })
    await running.waitFor()
    await page.goto(`${web.base()}/app/clients/new`)
    await page.getByLabel('Name', { exact: true }).fill('Nur Einmal trotz Timer')
    await loseAnswer(page, 'CreateClient')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Der Dienst antwortet nicht').waitFor()
    await running.click()
    await running.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByRole('heading', { level: 1, name: 'Nur Einmal trotz Timer' }).waitFor()
    expect(await clientsCalled('Nur Einmal trotz')).toBe(1)
    await close()
  })

  test('happen each time when a state is set back and forth after a lost response', async () => {
    const { body } = await at.owner.rest('POST', '/projects', { name: 'Hin und her' })
    const [first, second] = body.columns
    await at.owner.rest('POST', '/tasks', { title: 'Eins', project_id: body.id, column_id: first.id })
    const { page, close } = await openAs(Role.member, 'de', `/projects/${body.id}`)
    const moveTo = async ({ id, name }: { id: string; name: string }) => {
      await page.getByRole('button', { name: 'Eins verschieben' }).press('Enter')
      await page.getByRole('menuitem', { name, exact: true }).press('Enter')
      const there = async () =>
        (await at.owner.rest('GET', `/projects/${body.id}/tasks`)).body.tasks[0].column_id as string
      await expect.poll(there).toBe(id)
      await page.getByRole('region', { name, exact: true }).getByRole('link', { name: 'Eins' }).waitFor()
    }
    await loseAnswer(page, 'MoveCard')
    await moveTo(second)
    await moveTo(first)
    await moveTo(second)
    await close()
  })

  test('happen once if the session ends before the repetition', async () => {
    const { id, paid } = await sentInvoice()
    const { page, close, email, memberId } = await openAs(Role.owner, 'de', `/invoices/${id}`)
    await pay(page, '20')
    await loseAnswer(page, 'RecordPayment')
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Erfassen' })
    await submit.click()
    await page.getByRole('dialog').getByText('Der Dienst antwortet nicht').waitFor()
    await at.app.system.query('delete from tokens where member_id = $1', [memberId])
    await submit.click()
    await signInAgain(page, email)
    await submit.click()
    await page.getByText('20,00 € erfasst.').waitFor()
    expect(await paid()).toEqual([2000])
    await close()
  })

  test('are refused for a page that another user loaded', async () => {
    const { page, close } = await openAs(Role.member, 'de', '/clients/new')
    await page.getByLabel('Name', { exact: true }).fill('Für die Ersten')
    const other = await web.somebody(Role.admin, 'en')
    // In another tab of the browser: it has one cookie for all of them.
    const signIn =
      'mutation ($email: String!, $password: String!) { signIn(email: $email, password: $password) { signedIn } }'
    const { email, password } = other
    await page.context().request.post(`${web.base()}/graphql`, {
      headers: { origin: web.base() },
      data: { query: signIn, variables: { email, password } },
    })
    // The page may have noticed already.
    await page.getByRole('button', { name: /^(Speichern|Save)$/ }).click()
    // Shown anew, to whoever has signed in.
    await page.getByRole('button', { name: 'Save' }).waitFor()
    expect(await clientsCalled('Für die Ersten')).toBe(0)
    await close()
  })

  test('lead to sign-in if the session has ended', async () => {
    const { page, memberId, close } = await openAs(Role.owner, 'de', '/clients/import')
    const rows = ['Name;E-Mail', 'Verspätet;spaet@import.example'].join('\r\n')
    await page.locator('input[type=file]').waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    await at.app.system.query('delete from tokens where member_id = $1', [memberId])
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'k.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
    await page.getByRole('button', { name: 'Anmelden' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Anmelden' }).waitFor()
    await close()
  })

  test.each([
    ['de', 'Beschreibung', 'Einzelpreis', 'Neuer Kunde', 'Speichern', 'Anmelden'],
    ['en', 'Description', 'Unit price', 'New client', 'Save', 'Sign in'],
  ] as const)(
    'keep unsaved input when the session ends, hidden until the next sign-in: %s',
    async (language, description, price, newClient, save, signIn) => {
      const { page, complaints, close, email, memberId } = await openAs(Role.owner, language)
      // Nothing but what is sent finds out.
      await page.routeWebSocket(/graphql/, () => undefined)
      await page.goto(`${web.base()}/app/invoices/new`)
      const endSession = () => at.app.system.query('delete from tokens where member_id = $1', [memberId])
      // A total or a picture that is asked for meanwhile may find out before the button does, and hides it.
      const press = (button: Locator) => button.evaluate((element: HTMLButtonElement) => element.click())
      const signInAs = async (address: string) => {
        await page
          .locator('#entrance')
          .getByLabel(/^E-?[Mm]ail/)
          .fill(address)
        await page
          .locator('#entrance')
          .getByLabel(/^(Passwort|Password)$/)
          .fill(password)
        await page.getByRole('button', { name: signIn, exact: true }).click()
      }
      await page.getByLabel(description, { exact: true }).fill('Lange beschrieben')
      await page.getByLabel(price, { exact: true }).fill('80')
      await page.getByRole('button', { name: newClient }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name', { exact: true }).fill(`Wieder da ${language}`)
      await endSession()
      await press(dialog.getByRole('button', { name: save, exact: true }))
      await page.getByRole('button', { name: signIn, exact: true }).waitFor()
      expect(await page.getByText('Lange beschrieben').isVisible()).toBe(false)
      expect(await dialog.isVisible()).toBe(false)
      expect(await runAxe(page)).toEqual([])
      await signInAs(email)
      await dialog.getByRole('button', { name: save, exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: save, exact: true }).click()
      await page.waitForURL(/invoices\/[\da-f-]{36}/)
      const { body } = await at.owner.rest('GET', `/invoices/${new URL(page.url()).pathname.split('/').at(-1)}`)
      expect(body.line_items[0].description).toBe('Lange beschrieben')

      // Somebody else is shown a page of their own.
      await page.getByLabel(description, { exact: true }).fill('Nicht für andere')
      await endSession()
      await press(page.getByRole('button', { name: save, exact: true }))
      await page.getByRole('button', { name: signIn, exact: true }).waitFor()
      await signInAs((await web.somebody(Role.owner, language)).email)
      await page.getByLabel(description, { exact: true }).waitFor()
      expect(await page.getByLabel(description, { exact: true }).inputValue()).toBe('Lange beschrieben')
      // What is refused is told by the browser too.
      expect(complaints.filter((each) => !each.includes('401'))).toEqual([])
      await close()
    },
  )

  test('keep unsaved input when a late response belongs to the previous session', async () => {
    const { page, close, email, memberId } = await openAs(Role.owner, 'de')
    await page.routeWebSocket(/graphql/, () => undefined)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('InvoicePreview')) return route.fallback()
      await held
      return route.fulfill({ status: 401, json: { error: 'unauthorized', message: 'Nicht angemeldet.' } })
    })
    await page.goto(`${web.base()}/app/invoices/new`)
    await page.getByLabel('Beschreibung', { exact: true }).fill('Lange beschrieben')
    const asked = page.waitForRequest((request) => Boolean(request.postData()?.includes('InvoicePreview')))
    await page.getByLabel('Einzelpreis', { exact: true }).fill('80')
    await asked
    await at.app.system.query('delete from tokens where member_id = $1', [memberId])
    await page.evaluate(() => document.querySelector<HTMLElement>('.timer button')?.click())
    await page.locator('#entrance').waitFor()
    await signInAgain(page, email)
    const answered = page.waitForResponse((response) => response.status() === 401)
    release()
    await answered
    await page.waitForTimeout(1000)
    expect(await page.locator('form.invoice textarea').first().inputValue()).toBe('Lange beschrieben')
    expect(await page.locator('#entrance').count()).toBe(0)
    await close()
  })

  test('are not sent by shortcuts behind the sign-in dialog', async () => {
    const { body } = await at.owner.rest('POST', '/projects', { name: 'Verdeckt' })
    const scene = { type: 'excalidraw', version: 2, elements: [], appState: {} }
    const board = await at.owner.rest('POST', '/whiteboards', { project_id: body.id, title: 'Skizze', scene })
    const { page, close, email, memberId } = await openAs(Role.owner, 'de', `/whiteboards/${board.body.id}`)
    await page.routeWebSocket(/graphql/, () => undefined)
    await page.reload()
    await page.locator('.drawing canvas').last().click()
    await page.keyboard.press('?')
    const dialog = page.locator('body > .excalidraw-modal-container [role=dialog]')
    await dialog.waitFor()
    const endSession = () => at.app.system.query('delete from tokens where member_id = $1', [memberId])
    await endSession()
    // Whatever is sent next finds out.
    await page.evaluate(() => document.querySelector<HTMLElement>('.timer button')?.click())
    await page.locator('#entrance').waitFor()
    expect(await dialog.isVisible()).toBe(false)
    await signInAgain(page, email)

    await page.goto(`${web.base()}/app/invoices/new`)
    await page.getByLabel('Beschreibung', { exact: true }).fill('Lange beschrieben')
    await page.getByLabel('Einzelpreis', { exact: true }).fill('80')
    await endSession()
    await page.getByRole('button', { name: 'Speichern', exact: true }).click()
    await page.locator('#entrance').waitFor()
    await page.locator('#entrance h1').click()
    for (const keys of ['g', 'k', '?', 'Control+k', 'Control+z', 'n', 'k']) await page.keyboard.press(keys)
    await page.locator('#entrance').getByLabel('E-Mail').focus()
    await page.keyboard.press('Control+k')
    await page.waitForTimeout(300)
    expect(await page.locator('.palette, [role=dialog]').count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/app/invoices/new')
    await signInAgain(page, email)
    expect(await page.getByLabel('Beschreibung', { exact: true }).inputValue()).toBe('Lange beschrieben')
    await page.keyboard.press('Control+k')
    await page.locator('.palette').waitFor()
    await close()
  })

  test('may exceed the size limit of keepalive requests', async () => {
    const { page, close } = await openAs(Role.owner, 'de', '/clients/import')
    const rows = Array.from({ length: 100 }, (_, index) => `Ausführlich ${index};${'Notiz '.repeat(120)}`)
    const buffer = Buffer.from(['Name;Notizen', ...rows].join('\r\n'))
    await page.locator('input[type=file]').setInputFiles({ name: 'k.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: '100 Kunden anlegen' }).click()
    await page.getByText('100 Kunden wurden angelegt.').waitFor()
    expect(await clientsCalled('Ausführlich')).toBe(100)
    await close()
  })

  test('do not recompute an invoice while only text changes', async () => {
    const { page, close } = await openAs(Role.owner, 'de', '/invoices/new')
    const line = page.getByLabel('Beschreibung').first()
    await line.fill('Beratung')
    let previews = 0
    await page.waitForLoadState('networkidle')
    page.on('request', (request) => {
      if (request.postData()?.includes('InvoicePreview')) previews += 1
    })
    await line.pressSequentially(' und Umsetzung nach Aufwand, in Hamburg und aus der Ferne')
    await page.waitForLoadState('networkidle')
    expect(previews).toBe(0)
    await close()
  })
})
