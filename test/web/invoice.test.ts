import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { startApp } from '../harness/house.ts'
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
    ...{ typed: '97,55', quarter: '10,25', total: '1.189,87\u00a0€', onItsWay: 'ist unterwegs an' },
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
    ...{ typed: '97.55', quarter: '10.25', total: '€1,189.87', onItsWay: 'is on its way to' },
  },
} as const

/** The totals as they stand on the page. */
const totalOf = (page: Page) => page.locator('.totals .sum dd')

describeInBrowser('from nothing to a sent invoice', () => {
  everyPageIsSound(web, Role.owner, invoiceScreens)

  test.each(['de', 'en'] as const)('it takes no manual: %s', async (language) => {
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
    await fill(words.code, app.services.founding.code)
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
    expect(await page.getByLabel(words.client, { exact: true }).locator('option:checked').textContent()).toBe(
      'Müller & Söhne',
    )
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

  test('who may not create or send does not see it, and is told by its address', async () => {
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

  test('who may send and not complete the organization is told who can', async () => {
    const { body: client } = await at.owner.rest('POST', '/clients', { name: 'Lücke GmbH', country: 'DE' })
    const { body: draft } = await at.owner.rest('POST', '/invoices', {
      ...{ client_id: client.id, issue_date: '2026-01-05', due_date: '2026-01-19' },
      line_items: [{ description: 'Beratung', quantity: 1, unit_price_cents: 100, tax_rate: 19 }],
    })
    await at.app.system.query('update organizations set tax_number = null, vat_id = null where id = $1', [
      at.organizationId,
    ])
    const { page, close } = await openAs(Role.accountant, 'de', `/invoices/${draft.id}?send=true`)
    await page.getByText(/Ihrer Organisation fehlt: .*Steuernummer/).waitFor()
    expect(await page.getByRole('dialog').getByRole('textbox').count()).toBe(0)
    await close()
  })
})
