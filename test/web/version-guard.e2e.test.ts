import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { markOverdue } from '#features/billing/invoices/overdue'
import { describeInBrowser, inBrowser } from './in-browser.ts'

// What cannot be taken back is done to what a dialog shows: where somebody has changed that, and the page does not know yet, it
// is not done.

const web = inBrowser()
const { at, openAs } = web

const place = { street: 'Weg 1', postal_code: '20457', city: 'Hamburg', country: 'DE' }
const lines = (unit_price_cents: number) => ({
  line_items: [{ description: 'Beratung', quantity: 1, unit: 'HUR', unit_price_cents, tax_rate: 19 }],
})
const documents = {
  invoices: { ...lines(100_000), issue_date: '2026-01-05', due_date: '2026-01-19' },
  quotes: { ...lines(100_000), valid_until: '2099-01-19' },
  contracts: { title: 'Wartung', content: 'Was zu tun ist.' },
  'recurring-invoices': { ...lines(100_000), interval: 'month', starts_on: '2099-01-31' },
}
let client = ''

const done = async (method: 'POST' | 'PUT', path: string, sent: object = {}) => {
  const { status, body } = await at.admin.rest(method, path, sent)
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}
const now = async (path: string) => (await at.owner.rest('GET', path)).body
const draft = (kind: keyof typeof documents) => done('POST', `/${kind}`, { client_id: client, ...documents[kind] })

/** A page that hears nothing of what happens elsewhere. */
async function deaf(path: string) {
  const opened = await openAs(Role.owner, 'de')
  await opened.page.routeWebSocket(/graphql/, () => undefined)
  await opened.page.goto(`${web.base()}/app${path}`)
  return opened
}
const dialogOf = (page: Page) => page.locator('[role=dialog], [role=alertdialog]')
const confirm = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true }).click()
const isTold = (page: Page, who = 'admin') =>
  dialogOf(page)
    .getByRole('alert')
    .getByText(`Das hat inzwischen ${who} geändert. Es ist noch nichts geschehen`)
    .waitFor()

describeInBrowser('dialog', () => {
  beforeAll(async () => {
    const numbers = { tax_number: '22/123/45678', iban: 'DE02120300000000202051', email: 'post@werk.example' }
    await at.owner.rest('PUT', '/organization', { legal_name: 'Werk GmbH', ...place, ...numbers })
    client = (await done('POST', '/clients', { name: 'Acme', email: 'acme@kontor.example', ...place })).id
  })

  test.each([
    ['invoices', '1.190,00\u00a0€', '10.710,00\u00a0€', 'admin'],
    ['quotes', '1.190,00\u00a0€', '10.710,00\u00a0€', 'admin'],
    ['contracts', '', '', 'jemand anderes'],
  ] as const)('is what is sent, or nothing is: %s', async (kind, before, after, who) => {
    const { id } = await draft(kind)
    const { page, close } = await deaf(`/${kind}/${id}?send=true`)
    await dialogOf(page).getByText(before).first().waitFor()
    await dialogOf(page).getByRole('button', { name: 'Senden', exact: true }).waitFor()
    await done('PUT', `/${kind}/${id}`, kind === 'contracts' ? { content: 'Was sonst.' } : lines(900_000))
    await confirm(page, 'Senden')
    await isTold(page, who)
    expect(await now(`/${kind}/${id}`)).toMatchObject({ status: 'draft', number: null })
    await dialogOf(page).getByText(after).first().waitFor()
    await page.waitForLoadState('networkidle')
    await confirm(page, 'Senden')
    await dialogOf(page).waitFor({ state: 'detached' })
    expect((await now(`/${kind}/${id}`)).status).toBe('sent')
    await close()
  })

  test('sends to the recipient that it shows', async () => {
    const { id } = await done('POST', '/clients', { name: 'Umzug', email: 'alt@kontor.example', ...place })
    const { id: invoice } = await done('POST', '/invoices', { client_id: id, ...documents.invoices })
    const { page, close } = await deaf(`/invoices/${invoice}?send=true`)
    await dialogOf(page).getByText('alt@kontor.example').waitFor()
    await done('PUT', `/clients/${id}`, { email: 'neu@kontor.example' })
    await confirm(page, 'Senden')
    await page.getByText('wurde an alt@kontor.example').waitFor()
    const { rows } = await at.app.system.query('select recipients from mails where subject_id = $1', [invoice])
    expect(rows).toEqual([{ recipients: ['alt@kontor.example'] }])
    await close()
  })

  test('reports that the document was sent meanwhile', async () => {
    const { id } = await draft('invoices')
    const { page, close } = await deaf(`/invoices/${id}?send=true`)
    await dialogOf(page).getByText('1.190,00\u00a0€').waitFor()
    await done('POST', `/invoices/${id}/send`, { channel: 'none' })
    await confirm(page, 'Senden')
    await dialogOf(page).waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('Das hat inzwischen admin geändert').waitFor()
    await close()
  })

  test('deletes only the version that it shows', async () => {
    const { id } = await draft('quotes')
    const { page, close } = await deaf(`/quotes/${id}`)
    await page.getByRole('button', { name: 'Entwurf löschen' }).click()
    await dialogOf(page).waitFor()
    await done('PUT', `/quotes/${id}`, lines(900_000))
    await dialogOf(page)
      .getByRole('button', { name: /löschen/i })
      .click()
    await isTold(page)
    expect((await now(`/quotes/${id}`)).status).toBe('draft')
    await close()
  })

  test('credits and reminds only the version that it shows', async () => {
    const { id } = await draft('invoices')
    await done('POST', `/invoices/${id}/send`, { channel: 'none' })
    await markOverdue(at.app.services, at.app.system)
    const { page, close } = await deaf(`/invoices/${id}`)
    await page.getByRole('button', { name: 'Mahnen', exact: true }).click()
    await dialogOf(page).getByText('Zahlungserinnerung').waitFor()
    await done('POST', `/invoices/${id}/reminders`, { channel: 'none' })
    await confirm(page, 'Mahnung senden')
    await isTold(page, 'jemand anderes')
    const levels = async () =>
      (await now(`/reminders?invoice_id=${id}`)).reminders.map(({ level }: { level: number }) => level)
    expect(await levels()).toEqual([0])
    await dialogOf(page).getByText('1. Mahnung').waitFor()
    await confirm(page, 'Mahnung senden')
    await dialogOf(page).waitFor({ state: 'detached' })
    expect((await levels()).toSorted()).toEqual([0, 1])

    await page.getByRole('button', { name: 'Korrigieren', exact: true }).click()
    await dialogOf(page).waitFor()
    await done('POST', `/invoices/${id}/credit-note`, lines(50_000))
    await dialogOf(page).locator('[type=submit]').click()
    await isTold(page)
    expect((await now(`/invoices/${id}`)).credited_cents).toBe(59_500)
    await close()
  }, 120_000)

  test('creates from the version of the recurring invoice that it shows', async () => {
    const { id } = await draft('recurring-invoices')
    const { page, close } = await deaf(`/invoices/recurring/${id}`)
    await page.getByRole('button', { name: 'Jetzt erstellen', exact: true }).click()
    await dialogOf(page).waitFor()
    await done('PUT', `/recurring-invoices/${id}`, { mode: 'send' })
    await confirm(page, 'Jetzt erstellen')
    await isTold(page, 'jemand anderes')
    expect((await now(`/recurring-invoices/${id}`)).last_invoice_id).toBeNull()
    await close()
  })
})
