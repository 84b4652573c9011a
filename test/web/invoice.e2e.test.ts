import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { runAxe } from '../harness/browser.ts'
import { startApp } from '../harness/house.ts'
import { waitForSubscriptions } from '../harness/subscriptions.ts'
import { describeInBrowser, everyPageIsSound, inBrowser, password } from './in-browser.ts'
import { invoiceScreens } from './screens/invoice.ts'

const web = inBrowser()
const { at, open, openAs } = web

/** The words on what is clicked and filled in, as issue 17 gives them. */
const said = {
  de: {
    ...{ code: 'Code', company: 'Firma', me: 'Ihr Name', email: 'E-Mail', password: 'Passwort', start: 'Loslegen' },
    ...{ newClient: 'Neuer Kunde', name: 'Name', street: 'Straße', postalCode: 'PLZ', city: 'Ort', save: 'Speichern' },
    ...{ newInvoice: 'Neue Rechnung', client: 'Kunde', description: 'Beschreibung', quantity: 'Menge' },
    ...{ price: 'Einzelpreis', send: 'Senden', taxNumber: 'Steuernummer', iban: 'IBAN', sent: 'Versendet' },
    ...{ typed: '97,55', quarter: '10,25', total: '1.189,87\u00a0€', onItsWay: 'wurde an' },
  },
  en: {
    ...{ code: 'Code', company: 'Company', me: 'Your name', email: 'Email', password: 'Password', start: 'Start' },
    ...{
      newClient: 'New client',
      name: 'Name',
      street: 'Street',
      postalCode: 'Postal code',
      city: 'City',
      save: 'Save',
    },
    ...{ newInvoice: 'New invoice', client: 'Client', description: 'Description', quantity: 'Quantity' },
    ...{ price: 'Unit price', send: 'Send', taxNumber: 'Tax number', iban: 'IBAN', sent: 'Sent' },
    ...{ typed: '97.55', quarter: '10.25', total: '€1,189.87', onItsWay: 'was sent to' },
  },
} as const

/** The totals as they stand on the page. */
const totalOf = (page: Page) => page.locator('.totals .sum dd')

describeInBrowser('first invoice', () => {
  everyPageIsSound(web, Role.owner, invoiceScreens)

  test.each(['de', 'en'] as const)('can be sent from an empty organization: %s', async (language) => {
    const words = said[language]
    const { app, stop } = await startApp()
    const base = await app.server.listen({ port: 0, host: '127.0.0.1' })
    const { page, complaints, close } = await open({ locale: language === 'de' ? 'de-DE' : 'en-GB' })
    const steps = { fields: 0, clicks: 0 }
    const fill = async (label: string, text: string, within: Pick<Page, 'getByLabel'> = page) => {
      steps.fields += 1
      await within.getByLabel(label, { exact: true }).fill(text)
    }
    const click = async (role: 'button' | 'link', name: string, within: Pick<Page, 'getByRole'> = page) => {
      steps.clicks += 1
      await within.getByRole(role, { name, exact: true }).click()
    }
    const began = Date.now()
    await page.goto(`${base}/app`)
    await fill(words.code, app.services.installationSetup.code)
    await fill(words.company, 'Werkstatt Berg')
    await fill(words.me, 'Anna Berg')
    await fill(words.email, 'anna@werkstatt.example')
    await fill(words.password, password)
    await click('button', words.start)
    // Where there is nothing yet, the next step is the one thing to do.
    await click('link', words.newClient)
    await fill(words.name, 'Müller & Söhne')
    await fill(words.email, 'buchhaltung@mueller.example')
    await fill(words.street, 'Ring 2')
    await fill(words.postalCode, '10115')
    await fill(words.city, 'Berlin')
    await click('button', words.save)
    await click('link', words.newInvoice)
    expect(await page.getByRole('combobox', { name: words.client, exact: true }).inputValue()).toBe('Müller & Söhne')
    await fill(words.description, 'Beratung')
    await fill(words.quantity, words.quarter)
    await fill(words.price, words.typed)
    await expect.poll(() => totalOf(page).textContent()).toBe(words.total)
    await click('button', words.send)
    // What is missing of us is asked for here, and the client's is there already.
    const dialog = page.getByRole('dialog')
    await fill(words.street, 'Hof 1', dialog)
    await fill(words.postalCode, '20457', dialog)
    await fill(words.city, 'Hamburg', dialog)
    await fill(words.taxNumber, '22/123/45678', dialog)
    await fill(words.iban, 'DE02120300000000202051', dialog)
    await click('button', words.send, dialog)
    await page.getByText(words.onItsWay).waitFor()
    expect(steps).toEqual({ fields: 18, clicks: 6 })
    expect(Date.now() - began).toBeLessThan(60_000)
    await page.getByText(words.sent, { exact: true }).first().waitFor()

    const { rows } = await app.system.query(
      `select i.number, i.total_cents::int as cents, m.recipients, o.tax_number, o.iban, o.street
       from invoices i join organizations o on o.id = i.organization_id
       join mails m on m.organization_id = i.organization_id and m.kind = 'invoice'`,
    )
    expect(rows).toEqual([
      {
        ...{ number: expect.stringMatching(/0001$/), cents: 118_987, recipients: ['buchhaltung@mueller.example'] },
        ...{ tax_number: '22/123/45678', iban: 'DE02120300000000202051', street: 'Hof 1' },
      },
    ])
    for (const [form, type] of [
      ['PDF', 'application/pdf'],
      ['XML', 'application/xml'],
    ]) {
      const address = await page.getByRole('link', { name: form, exact: true }).getAttribute('href')
      const { status, headers } = await fetch(`${base}${address}`)
      expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining(type ?? '')])
    }
    const picture = page.locator('.sheet img')
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalHeight), { timeout: 20_000 })
      .toBe(1200)
    expect(complaints).toEqual([])
    await close()
    await stop()
  })

  test('is hidden from roles that may not create or send, also by URL', async () => {
    const viewer = await openAs(Role.viewer, 'de', '/clients')
    await viewer.page.getByRole('heading', { name: 'Kunden' }).waitFor()
    expect(await viewer.page.getByText('Neuer Kunde').count()).toBe(0)
    for (const path of ['/clients/new', '/invoices/new']) {
      await viewer.page.goto(`${web.base()}/app${path}`)
      await viewer.page.getByRole('heading', { name: 'Dafür fehlt Ihnen das Recht' }).waitFor()
    }
    await viewer.close()
    const auditor = await openAs(Role.auditor, 'en', '/invoices')
    await auditor.page.getByRole('heading', { name: 'Invoices', level: 1 }).waitFor()
    expect(await auditor.page.getByText('New invoice').count()).toBe(0)
    await auditor.close()
  })

  test("names who can complete the organization's data", async () => {
    const { body: client } = await at.owner.rest('POST', '/clients', { name: 'Lücke GmbH', country: 'DE' })
    const { body: draft } = await at.owner.rest('POST', '/invoices', {
      ...{ client_id: client.id, issue_date: '2026-01-05', due_date: '2026-01-19' },
      line_items: [{ description: 'Beratung', quantity: 1, unit_price_cents: 100, tax_rate: 19 }],
    })
    await at.app.system.query('update organizations set tax_number = null, vat_id = null where id = $1', [
      at.organizationId,
    ])
    const { page, close } = await openAs(Role.accountant, 'de', `/invoices/${draft.id}?send=true`)
    await page.getByText(/Es fehlen Angaben Ihrer Organisation: .*Steuernummer/).waitFor()
    expect(await page.getByRole('dialog').getByRole('textbox').count()).toBe(0)
    await close()
  })
})

const newClient = async (name: string) => (await at.owner.rest('POST', '/clients', { name, country: 'DE' })).body
const newDraft = async (name: string, more: object = {}) => {
  const client = await newClient(name)
  const { body } = await at.owner.rest('POST', '/invoices', {
    ...{ client_id: client.id, issue_date: '2026-01-05', due_date: '2026-01-19' },
    line_items: [
      { description: 'Erste', quantity: 1, unit_price_cents: 10_000, tax_rate: 19 },
      { description: 'Zweite', quantity: 2, unit_price_cents: 1_005, tax_rate: 7 },
    ],
    ...more,
  })
  return body
}

describeInBrowser('draft', () => {
  test.each([
    ['de', 'Kunde', 'Nichts gefunden.'],
    ['en', 'Client', 'Nothing found.'],
  ] as const)('is for one of many clients, found with the keyboard alone: %s', async (language, label, nothing) => {
    const names = Array.from({ length: 110 }, (_, each) => `Zeche${language}${String(each).padStart(3, '0')}`)
    await Promise.all(names.map(newClient))
    const wanted = await newClient(`Zuletzt ${language}`)
    const { page, complaints, close } = await openAs(Role.accountant, language, '/invoices/new')
    const field = page.getByRole('combobox', { name: label, exact: true })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type('gibt es nirgends')
    await page.getByText(nothing).waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(`zuletzt ${language}`)
    await page.getByRole('option', { name: wanted.name }).waitFor()
    await expect.poll(() => page.getByRole('listbox').getByRole('option').count()).toBe(1)
    expect(await runAxe(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe(wanted.name)
    // The arrows go through the list; whoever leaves it has chosen nothing else.
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(`zeche${language}10`)
    await page.getByRole('option', { name: names[109] ?? '' }).waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await page.locator('[role=option][data-focused]').textContent()).toBe(names[101])
    await page.keyboard.press('Escape')
    await expect.poll(() => field.inputValue()).toBe(wanted.name)
    // Whoever types and leaves has chosen nothing else.
    await page.keyboard.type('xyz')
    await page.keyboard.press('Tab')
    await expect.poll(() => field.inputValue()).toBe(wanted.name)
    await page.getByLabel(language === 'de' ? 'Beschreibung' : 'Description', { exact: true }).fill('Beratung')
    await page.getByLabel(language === 'de' ? 'Einzelpreis' : 'Unit price', { exact: true }).fill('100')
    await page.getByRole('button', { name: language === 'de' ? 'Speichern' : 'Save', exact: true }).click()
    await page.waitForURL(/invoices\/[\da-f-]{36}/)
    const { body } = await at.owner.rest('GET', `/invoices?client_id=${wanted.id}`)
    expect(body.total).toBe(1)
    await expect.poll(() => page.getByRole('combobox', { name: label, exact: true }).inputValue()).toBe(wanted.name)
    expect(complaints).toEqual([])
    await close()
  })

  test('shows a failed delivery, in the list too, and is sent again', async () => {
    const seller = { legal_name: 'Haus GmbH', street: 'Weg 1', postal_code: '10115', city: 'Berlin' }
    await at.owner.rest('PUT', '/organization', { ...seller, tax_number: '12/345/67890' })
    const address = { street: 'Ring 2', postal_code: '20095', city: 'Hamburg', email: 'weg@kunde.example' }
    const { body: client } = await at.owner.rest('POST', '/clients', { name: 'Weg AG', country: 'DE', ...address })
    const { body: draft } = await at.owner.rest('POST', '/invoices', {
      ...{ client_id: client.id, issue_date: '2026-01-05', due_date: '2026-01-19' },
      line_items: [{ description: 'Umbau', quantity: 1, unit_price_cents: 100, tax_rate: 19 }],
    })
    const { body: invoice } = await at.owner.rest('POST', `/invoices/${draft.id}/send`, {})
    await at.app.system.query(
      `update mails set status = 'failed', outcomes = jsonb_build_object('weg@kunde.example',
         jsonb_build_object('state', 'failed', 'cause', 'refused', 'reply', '550 5.1.1 unknown'))
       where organization_id = $1 and subject_id = $2`,
      [at.organizationId, draft.id],
    )
    const { page, complaints, close } = await openAs(Role.accountant, 'de', '/invoices?delivery=failed')
    const row = page.getByRole('row').filter({ hasText: invoice.number })
    await row.getByText('Nicht zugestellt').waitFor()
    await row.getByRole('link', { name: invoice.number }).click()
    await page.getByText('550 5.1.1 unknown').waitFor()
    expect(await runAxe(page)).toEqual([])
    await page.getByRole('button', { name: 'Erneut senden' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Erneut senden' }).click()
    await page.getByText('wurde an weg@kunde.example').waitFor()
    await page.getByText('550 5.1.1 unknown').waitFor({ state: 'detached' })
    expect(await page.getByText('Nicht zugestellt').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  test('of a final invoice can be deleted, sent and sent again by permission', async () => {
    const seller = { legal_name: 'Haus GmbH', street: 'Weg 1', postal_code: '10115', city: 'Berlin' }
    await at.owner.rest('PUT', '/organization', { ...seller, tax_number: '12/345/67890' })
    const address = { street: 'Ring 2', postal_code: '20095', city: 'Hamburg', email: 'schluss@kunde.example' }
    const { body: client } = await at.owner.rest('POST', '/clients', { name: 'Schluss AG', country: 'DE', ...address })
    const { body: project } = await at.owner.rest('POST', '/projects', { name: 'Umbau', client_id: client.id })
    const made = async (kind: string, unit_price_cents: number) => {
      const { body } = await at.owner.rest('POST', '/invoices', {
        ...{ kind, client_id: client.id, project_id: project.id, issue_date: '2026-01-05', due_date: '2026-01-19' },
        line_items: [{ description: 'Umbau', quantity: 1, unit_price_cents, tax_rate: 19 }],
      })
      return body
    }
    const advance = await made('advance', 10_000)
    expect((await at.owner.rest('POST', `/invoices/${advance.id}/send`, {})).status).toBe(200)
    const { id: deleted } = await made('final', 50_000)
    const { page, complaints, close } = await openAs(Role.accountant, 'de', `/invoices/${deleted}`)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await press('Entwurf löschen')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
    await page.getByRole('heading', { name: 'Rechnungen', level: 1 }).waitFor()
    expect((await at.owner.rest('GET', `/invoices/${deleted}`)).status).toBe(404)
    const { id } = await made('final', 50_000)
    await page.goto(`${web.base()}/app/invoices/${id}`)
    await press('Senden')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /senden/i }).click()
    await page.getByText('wurde an schluss@kunde.example').waitFor()
    await press('Erneut senden')
    expect(await runAxe(page)).toEqual([])
    await page.getByRole('alertdialog').getByRole('button', { name: 'Erneut senden' }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    const { rows } = await at.app.system.query('select kind from mails where subject_id = $1', [id])
    expect(rows).toHaveLength(2)
    await page
      .getByRole('button', { name: 'Korrigieren' })
      .or(page.getByRole('button', { name: /Storn|Gutschrift|orrektur/ }))
      .first()
      .waitFor()
    expect(complaints).toEqual([])
    await close()
    const auditor = await openAs(Role.auditor, 'de', `/invoices/${id}`)
    await auditor.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await auditor.page.getByRole('button', { name: /senden|löschen|korr|storn/i }).count()).toBe(0)
    await auditor.close()
  })

  test('orders, adds and removes lines by keyboard, with the totals that are stored', async () => {
    const draft = await newDraft('Reihe GmbH')
    const { page, complaints, close } = await openAs(Role.accountant, 'en', `/invoices/${draft.id}`)
    const texts = () =>
      page
        .getByLabel('Description', { exact: true })
        .evaluateAll((all) => all.map((each) => (each as HTMLTextAreaElement).value))
    await page.getByRole('button', { name: 'Move line 2 up' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(texts).toEqual(['Zweite', 'Erste'])
    // The focus goes with the line: it is first now, and can only go down.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Move line 1 down')
    await page.getByRole('button', { name: 'Add line' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(texts).toHaveLength(3)
    const third = page.getByLabel('Description', { exact: true }).nth(2)
    await expect.poll(() => third.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type('Rabatt')
    await page.keyboard.press('Tab')
    await page.keyboard.type('-0.5')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('33.3')
    await page.keyboard.press('Tab')
    await page.keyboard.type('2.5x')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a number.').waitFor()
    expect((await at.owner.rest('GET', `/invoices/${draft.id}`)).body.line_items).toHaveLength(2)
    await page.keyboard.press('Backspace')
    await page.getByRole('button', { name: 'Remove line 2' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    const { body } = await at.owner.rest('GET', `/invoices/${draft.id}`)
    expect(body.line_items.map(({ description }: { description: string }) => description)).toEqual(['Zweite', 'Rabatt'])
    expect(body.line_items[1]).toMatchObject({ quantity: -0.5, unit_price_cents: 3330, discount_percent: 2.5 })
    await expect.poll(() => totalOf(page).textContent()).toBe(`€${(body.total_cents / 100).toFixed(2)}`)
    expect(complaints).toEqual([])
    await close()
  })

  test.each([
    ['de', 'Menge', 'Einzelpreis', 'Bitte geben Sie eine Zahl ein.'],
    ['en', 'Quantity', 'Unit price', 'Enter a number.'],
  ] as const)(
    'shows no totals while a number is invalid, with the error: %s',
    async (language, quantity, price, told) => {
      const draft = await newDraft(`Unlesbar ${language}`)
      const { page, complaints, close } = await openAs(Role.accountant, language, `/invoices/${draft.id}`)
      const total = totalOf(page)
      const kept = await total.textContent()
      expect(kept).toMatch(/140[.,]5/)
      const field = page.getByLabel(price, { exact: true }).first()
      await field.fill('1o0')
      await expect.poll(() => total.textContent()).toBe('–')
      expect(await page.getByText(told).count()).toBe(0)
      await page.getByLabel(quantity, { exact: true }).first().focus()
      await page.getByText(told).waitFor()
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      expect(await runAxe(page)).toEqual([])
      await field.fill('100')
      await page.getByText(told).waitFor({ state: 'detached' })
      await expect.poll(() => total.textContent()).toBe(kept)
      expect(complaints).toEqual([])
      await close()
    },
  )

  test('reports a concurrent change without losing input', async () => {
    const draft = await newDraft('Zwei am Pult')
    const { page, close } = await openAs(Role.accountant, 'de', `/invoices/${draft.id}`)
    const first = page.getByLabel('Beschreibung', { exact: true }).first()
    await first.fill('Meine Fassung')
    await at.owner.rest('PUT', `/invoices/${draft.id}`, { introduction: 'Inzwischen' })
    await page.getByText('an anderer Stelle geändert').waitFor()
    expect(await first.inputValue()).toBe('Meine Fassung')
    await page.getByRole('button', { name: 'Speichern', exact: true }).click()
    expect((await at.owner.rest('GET', `/invoices/${draft.id}`)).body.line_items[0].description).toBe('Erste')
    await page.getByRole('button', { name: 'Neuen Stand laden' }).click()
    await expect.poll(() => first.inputValue()).toBe('Erste')
    await page.getByRole('button', { name: 'Entwurf löschen' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
    await page.getByRole('heading', { name: 'Rechnungen', level: 1 }).waitFor()
    expect((await at.owner.rest('GET', `/invoices/${draft.id}`)).status).toBe(404)
    await close()
  })

  test.each([
    ['de', 'Beschreibung', 'Speichern', 'inzwischen an anderer Stelle geändert', 'Neuen Stand laden'],
    ['en', 'Description', 'Save', 'was changed somewhere else', 'Load it as it is now'],
  ] as const)('shows why it cannot be saved: %s', async (language, label, save, told, reload) => {
    const draft = await newDraft(`Unbemerkt ${language}`)
    const { page, close } = await openAs(Role.owner, language, `/invoices/${draft.id}`)
    const first = page.getByLabel(label, { exact: true }).first()
    await first.fill('Meine Fassung')
    // No event of it reaches the page.
    await at.app.system.query(`update invoices set version = version + 1, introduction = 'Von anderen' where id = $1`, [
      draft.id,
    ])
    await page.getByRole('button', { name: save, exact: true }).click()
    await page.getByText(told).waitFor()
    expect(await first.inputValue()).toBe('Meine Fassung')
    await page.getByRole('button', { name: reload }).click()
    await expect.poll(() => first.inputValue()).toBe('Erste')
    await first.fill('Zusammen')
    await page.getByRole('button', { name: save, exact: true }).click()
    await page.getByText(language === 'de' ? 'Gespeichert.' : 'Saved.').waitFor()
    const { body } = await at.owner.rest('GET', `/invoices/${draft.id}`)
    expect([body.introduction, body.line_items[0].description]).toEqual(['Von anderen', 'Zusammen'])
    await close()
  })

  test('recomputes what follows from the law', async () => {
    await at.owner.rest('PUT', '/organization', { small_business: true })
    const draft = await newDraft('Kleinunternehmer gewesen', {
      line_items: [{ description: 'Rat', quantity: 1, unit_price_cents: 10_000, tax_rate: 0 }],
    })
    await at.owner.rest('PUT', '/organization', { small_business: false })
    const { page, close } = await openAs(Role.owner, 'de', `/invoices/${draft.id}`)
    const text = page.getByLabel('Beschreibung', { exact: true }).first()
    await text.fill('Beratung')
    await page.getByRole('button', { name: 'Speichern', exact: true }).click()
    // A domestic service without tax has no reason by law: the form says so, and makes none up.
    await page.locator('.field-error').first().waitFor()
    const { body } = await at.owner.rest('GET', `/invoices/${draft.id}`)
    expect(body.line_items[0]).toMatchObject({ description: 'Rat', requested_category: null, requested_reason: null })
    await close()
  })

  test('asks for the reason of a line without VAT', {
    timeout: 60_000,
  }, async () => {
    const draft = await newDraft('Wien', {
      line_items: [
        {
          description: 'Stuhl',
          quantity: 2.5,
          unit: 'HUR',
          unit_price_cents: 10_000,
          discount_percent: 12.5,
          tax_rate: 19,
        },
        { description: 'Modul', quantity: 1, unit_price_cents: 10_000, tax_rate: 19 },
        { description: 'Kurs', quantity: 1, unit_price_cents: 10_000, tax_rate: 19 },
      ],
    })
    const { page, close } = await openAs(Role.owner, 'de', `/invoices/${draft.id}`)
    const line = (number: number) => page.getByRole('group', { name: `Position ${number}`, exact: true })
    for (const number of [1, 2, 3]) await line(number).getByLabel('USt', { exact: true }).selectOption('0')
    // No name of the API, and no category that the form does not have.
    await line(1).getByText('Bitte geben Sie den Befreiungsgrund an').waitFor()
    await line(2).getByLabel('USt', { exact: true }).selectOption('0 % (Nullsteuersatz)')
    await line(3).getByLabel('Grund der Steuerbefreiung').fill('Steuerfrei nach § 4 Nr. 21 UStG')
    await line(1).getByLabel('USt', { exact: true }).selectOption('19')
    await page.getByRole('button', { name: 'Speichern', exact: true }).click()
    await page.getByText('Gespeichert.').waitFor()
    const kept = async () => (await at.owner.rest('GET', `/invoices/${draft.id}`)).body.line_items
    expect(await kept()).toMatchObject([
      { tax_category: 'S' },
      { tax_category: 'Z', requested_category: 'Z', tax_exemption_reason: null },
      { tax_category: 'E', tax_exemption_reason: 'Steuerfrei nach § 4 Nr. 21 UStG' },
    ])
    await at.owner.rest('PUT', `/clients/${draft.client_id}`, {
      ...{ country: 'AT', vat_id: 'ATU12345675', street: 'Ring 1', postal_code: '1010', city: 'Wien' },
      email: 'buero@wien.example',
    })
    await line(1).getByLabel('USt', { exact: true }).selectOption('0')
    await line(1).getByLabel('Art der Leistung').selectOption('Ware')
    await line(1).getByText('Steuerfreie innergemeinschaftliche Lieferung').waitFor()
    await page.getByRole('button', { name: 'Speichern', exact: true }).click()
    await expect.poll(async () => (await kept())[0]).toMatchObject({ tax_category: 'K', supply: 'goods' })
    await line(1).getByLabel('Einzelpreis').fill('-3')
    await page.getByRole('button', { name: 'Speichern', exact: true }).click()
    await line(1).getByText('Der Preis darf nicht negativ sein.').waitFor()
    await line(1).getByLabel('Einzelpreis').fill('3')
    for (const number of [1, 2, 3]) await line(number).getByLabel('Menge').fill('-1')
    await at.owner.rest('PUT', '/organization', {
      ...{ legal_name: 'Haus GmbH', street: 'Weg 1', postal_code: '20457', city: 'Hamburg', vat_id: 'DE136695976' },
      iban: 'DE02120300000000202051',
    })
    await page.getByRole('button', { name: 'Senden', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Senden', exact: true }).click()
    await dialog.getByText('Positionen ergeben weniger als null').waitFor()
    expect(await page.getByText('lineItems').count()).toBe(0)
    await close()
  })

  test("shows dates independently of the browser's time zone", async () => {
    const draft = await newDraft('Fern', {
      ...{ issue_date: '2026-03-05', due_date: '2026-03-19', service_from: '2026-02-01', service_to: '2026-02-28' },
      line_items: [
        {
          description: 'Rat',
          quantity: 2.5,
          unit: 'HUR',
          unit_price_cents: 9755,
          discount_percent: 12.5,
          tax_rate: 19,
        },
      ],
    })
    await at.owner.rest('PUT', '/organization', {
      ...{
        legal_name: 'Haus GmbH',
        street: 'Weg 1',
        postal_code: '20457',
        city: 'Hamburg',
        tax_number: '22/123/45678',
      },
    })
    await at.owner.rest('PUT', `/clients/${draft.client_id}`, {
      street: 'Ring 2',
      postal_code: '10115',
      city: 'Berlin',
    })
    expect((await at.owner.rest('POST', `/invoices/${draft.id}/send`, { channel: 'none' })).body.errors).toBeUndefined()
    const { page, close } = await openAs(Role.owner, 'de', `/invoices/${draft.id}`, { timezoneId: 'America/New_York' })
    await page.getByText('05.03.2026').first().waitFor()
    await page.getByText('19.03.2026').first().waitFor()
    await page.getByText('01.–28.02.2026').waitFor()
    await page.getByText('2,5 Stunden × 97,55 €, abzüglich 12,5 %').waitFor()
    await page.goto(`${web.base()}/app/invoices?q=Fern`)
    await page.getByText('19.03.2026').first().waitFor()
    await close()
  })
})

describeInBrowser('by keyboard', () => {
  test('creates a client, writes an invoice and sends it', async () => {
    const { page, complaints, close } = await openAs(Role.owner, 'en', '/clients')
    /** Tabs on to what has this name, where the focus can be seen. */
    const reach = async (role: 'button' | 'link' | 'textbox', name: string) => {
      const wanted = page.getByRole(role, { name, exact: true }).last()
      await wanted.waitFor()
      for (let step = 0; step < 60; step++) {
        await page.keyboard.press('Tab')
        if (!(await wanted.evaluate((element) => element === document.activeElement))) continue
        expect(await wanted.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
        return
      }
      throw new Error(`${name} is out of reach`)
    }
    await at.app.system.query(
      `update organizations set street = 'Weg 1', postal_code = '20457', city = 'Hamburg', tax_number = null, vat_id = null, iban = 'DE02120300000000202051' where id = $1`,
      [at.organizationId],
    )
    await reach('link', 'New client')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'New client' }).waitFor()
    for (const [label, text] of [
      ['Name', 'Tasten KG'],
      ['Street', 'Weg 2'],
      ['Postal code', '10115'],
      ['City', 'Berlin'],
    ] as const) {
      await reach('textbox', label)
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Enter')
    await reach('link', 'New invoice')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'New invoice' }).waitFor()
    await reach('textbox', 'Description')
    await page.keyboard.type('Advice')
    await reach('textbox', 'Unit price')
    await page.keyboard.type('1,250')
    await reach('button', 'Send')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await reach('textbox', 'Tax number')
    await page.keyboard.type('22/123/45678')
    await reach('textbox', 'Email')
    await page.keyboard.type('tasten@kg.example')
    await page.keyboard.press('Enter')
    await page.getByText('was sent to tasten@kg.example').waitFor()
    expect(await page.locator('.totals .sum dd').textContent()).toBe('€1,487.50')
    const pay = async () => {
      await reach('button', 'Record payment')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByLabel('Amount').waitFor()
      await page.keyboard.press('Enter')
      await page.getByText('Paid', { exact: true }).first().waitFor()
    }
    // What was done is not offered any more: the heading has the focus in its place.
    const headingHasFocus = () =>
      expect.poll(() => page.evaluate(() => document.activeElement?.localName), { timeout: 10_000 }).toBe('h1')
    await pay()
    await headingHasFocus()
    await page.keyboard.press('Control+z')
    await page.getByText('Undone.').waitFor()
    await page.getByText('reversed', { exact: true }).waitFor()
    await page.getByText('Sent', { exact: true }).first().waitFor()
    await pay()
    await reach('button', 'Issue credit note')
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor()
    await reach('button', 'Send credit note')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: /^GS-/ }).waitFor()
    await headingHasFocus()
    expect(complaints).toEqual([])
    await close()
  })
})

describeInBrowser('changes of others', () => {
  test('appear at once, and after a disconnection', async () => {
    const { page, complaints, close } = await openAs(Role.member, 'de')
    const breaks: (() => void)[] = []
    await page.routeWebSocket(/graphql/, (socket) => {
      const server = socket.connectToServer()
      breaks.push(() => {
        socket.close({ code: 1013 })
        server.close()
      })
    })
    const followed = page.waitForEvent('websocket')
    await page.goto(`${web.base()}/app/clients`)
    await page.getByRole('heading', { name: 'Kunden' }).waitFor()
    await followed
    await waitForSubscriptions(at)
    await newClient('Alpha AG')
    await page.getByRole('link', { name: 'Alpha AG' }).waitFor({ timeout: 2_000 })
    breaks[0]?.()
    await waitForSubscriptions(at, 0)
    await newClient('Beta BV')
    await page.getByRole('link', { name: 'Beta BV' }).waitFor()
    expect(breaks).toHaveLength(2)
    expect(complaints).toEqual([])
    await close()
  })
})
