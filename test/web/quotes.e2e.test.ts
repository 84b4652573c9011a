import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { describeInBrowser, everyPageIsSound, inBrowser } from './in-browser.ts'
import { quoteScreens } from './screens/quotes.ts'

const web = inBrowser()
const { at, openAs } = web

const said = {
  de: {
    ...{ quotes: 'Angebote', client: 'Kunde', description: 'Beschreibung', quantity: 'Menge', price: 'Einzelpreis' },
    ...{ typed: '1.250,50', total: '2.976,19\u00a0€', send: 'Senden', sent: 'wurde an', acceptance: 'Annahme' },
    ...{ signed: 'Angenommen', convert: 'In Rechnung umwandeln', invoice: /^Rechnung an/, newQuote: 'Neues Angebot' },
    ...{ resend: 'Erneut senden', revoke: 'Link widerrufen', revoked: 'Der Link wurde widerrufen.' },
    ...{ reject: 'Ablehnen', rejected: 'Das Angebot wurde abgelehnt.', reason: 'Grund', duplicate: 'Duplizieren' },
    draftFor: /^Angebot an/,
  },
  en: {
    ...{ quotes: 'Quotes', client: 'Client', description: 'Description', quantity: 'Quantity', price: 'Unit price' },
    ...{ typed: '1,250.50', total: '€2,976.19', send: 'Send', sent: 'was sent to', acceptance: 'Acceptance' },
    ...{ signed: 'Accepted', convert: 'Convert to invoice', invoice: /^Invoice to/, newQuote: 'New quote' },
    ...{ resend: 'Resend', revoke: 'Revoke link', revoked: 'Link revoked.' },
    ...{ reject: 'Reject', rejected: 'Quote rejected.', reason: 'Reason', duplicate: 'Duplicate' },
    draftFor: /^Quote to/,
  },
} as const

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

/** A client with an address, and the link that the mail of their last quote carries. */
async function newClient(name: string) {
  const email = `${name.replace(/\W/g, '').toLowerCase()}@kunde.example`
  return (await at.owner.rest('POST', '/clients', { name, country: 'DE', email })).body
}
async function sentQuote(clientId: string) {
  const { body } = await at.owner.rest('POST', '/quotes', {
    ...{ client_id: clientId, valid_until: '2099-12-31' },
    line_items: [{ description: 'Beratung', quantity: 2, unit: 'HUR', unit_price_cents: 11_000, tax_rate: 19 }],
  })
  return (await at.owner.rest('POST', `/quotes/${body.id}/send`)).body
}

describeInBrowser('quotes', () => {
  everyPageIsSound(web, Role.owner, quoteScreens)

  test.each(['de', 'en'] as const)('goes from the palette to a signed quote and its invoice: %s', async (language) => {
    const words = said[language]
    await newClient(`Wer anderes ${language}`)
    const client = await newClient(`Segel Voss ${language}`)
    const { page, complaints, close } = await openAs(Role.accountant, language)
    await page.getByRole('link', { name: words.quotes, exact: true }).click()
    await heading(page, words.quotes)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type(words.newQuote.toLowerCase())
    await page.getByRole('option', { name: words.newQuote }).waitFor()
    await page.keyboard.press('Enter')
    await heading(page, words.newQuote)
    await page.getByRole('combobox', { name: words.client, exact: true }).fill(client.name)
    await page.getByRole('option', { name: client.name }).click()
    await page.getByLabel(words.description, { exact: true }).fill('Takelage')
    await page.getByLabel(words.quantity, { exact: true }).fill('2')
    await page.getByLabel(words.price, { exact: true }).fill(words.typed)
    await expect.poll(() => page.locator('.totals .sum dd').textContent()).toBe(words.total)
    await page.getByRole('button', { name: words.send, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: words.send, exact: true }).click()
    await page.getByText(words.sent).waitFor()
    await page.getByRole('heading', { name: words.acceptance }).waitFor()
    await page.getByText(client.email).first().waitFor()

    // The client answers elsewhere, and this page shows it without a reload.
    const id = page.url().split('/').at(-1)
    const { issue_date: date } = (await at.owner.rest('GET', `/quotes/${id}`)).body
    const signed = await at.owner.rest('POST', `/quotes/${id}/mark-signed`, {
      name: 'Ina Voss',
      date,
      note: 'per Mail',
    })
    expect(signed.status).toBe(200)
    await page.getByText(/(von|by) Ina Voss$/).waitFor()
    await page.getByRole('button', { name: words.convert }).click()
    await heading(page, words.invoice)
    const { body } = await at.owner.rest('GET', `/quotes/${id}`)
    expect([body.status, body.total_cents]).toEqual(['converted', 297_619])
    expect(complaints).toEqual([])
    await close()
  })

  test.each([
    ['de', 'gültig bis 31.12.2099'],
    ['en', 'valid until 31 Dec 2099'],
  ] as const)('accept a link until the end of the last day: %s', async (language, until) => {
    const { id } = await sentQuote((await newClient(`Frist Freese ${language}`)).id)
    const { page, close } = await openAs(Role.accountant, language, `/quotes/${id}`)
    await page.getByText(until, { exact: true }).waitFor()
    await close()
  })

  test.each([
    ['de', 'Neues Projekt', 'Speichern'],
    ['en', 'New project', 'Save'],
  ] as const)('a project begins with what was signed, in two clicks: %s', async (language, begin, save) => {
    const client = await newClient(`Reederei Pohl ${language}`)
    const { id } = await sentQuote(client.id)
    const { issue_date: date } = (await at.owner.rest('GET', `/quotes/${id}`)).body
    await at.owner.rest('POST', `/quotes/${id}/mark-signed`, { name: 'Ina Voss', date, note: 'per Mail' })
    const { page, complaints, close } = await openAs(Role.owner, language, `/quotes/${id}`)
    await page.getByRole('link', { name: begin, exact: true }).click()
    await page.getByRole('button', { name: save, exact: true }).click()
    await heading(page, 'Beratung')
    const { projects } = (await at.owner.rest('GET', `/projects?client_id=${client.id}`)).body
    expect(projects).toMatchObject([{ name: 'Beratung', client_id: client.id }])
    // Likewise from the page of the client, without a name yet.
    await page.goto(`${web.base()}/app/clients/${client.id}`)
    await page.getByRole('link', { name: begin, exact: true }).click()
    await heading(page, begin)
    await expect.poll(() => page.getByRole('combobox').first().inputValue()).toBe(client.name)
    expect(complaints).toEqual([])
    await close()
  })

  test.each(['de', 'en'] as const)('are sent again, have their link revoked and are rejected: %s', async (language) => {
    const words = said[language]
    const client = await newClient(`Netz Marten ${language}`)
    const quote = await sentQuote(client.id)
    const { page, complaints, close } = await openAs(Role.admin, language, `/quotes/${quote.id}`)
    await page.getByRole('button', { name: words.resend }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.send, exact: true }).click()
    await page.getByText(words.sent).waitFor()
    await page.getByRole('button', { name: words.revoke }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.revoke }).click()
    await page.getByText(words.revoked).waitFor()
    expect(await page.getByRole('button', { name: words.revoke }).count()).toBe(0)
    await page.getByRole('button', { name: words.reject }).click()
    await page.getByLabel(words.reason).fill('Zu teuer')
    await page.getByRole('alertdialog').getByRole('button', { name: words.reject }).click()
    await page.getByText(words.rejected).waitFor()
    await page.getByText('Zu teuer').waitFor()
    await page.getByRole('button', { name: words.duplicate }).click()
    await heading(page, words.draftFor)
    const { rows } = await at.app.system.query(
      `select ended_at is not null as "isEnded" from signing_links where subject_id = $1`,
      [quote.id],
    )
    expect(rows).toEqual([{ isEnded: true }, { isEnded: true }])
    expect(complaints).toEqual([])
    await close()
  })

  test.each([
    ['de', 'Speichern', 'inzwischen an anderer Stelle geändert', 'Neuen Stand laden'],
    ['en', 'Save', 'was changed somewhere else', 'Load it as it is now'],
  ] as const)('keep a draft that cannot be saved, with the reason: %s', async (language, save, told, reload) => {
    const client = await newClient(`Zwei Zander ${language}`)
    const { body } = await at.owner.rest('POST', '/quotes', {
      ...{ client_id: client.id, valid_until: '2099-12-31' },
      line_items: [{ description: 'Beratung', quantity: 2, unit_price_cents: 11_000, tax_rate: 19 }],
    })
    const { page, close } = await openAs(Role.owner, language, `/quotes/${body.id}`)
    const first = page.getByLabel(said[language].description, { exact: true })
    await first.fill('Meine Fassung')
    // No event of it reaches the page.
    await at.app.system.query(`update quotes set version = version + 1, valid_until = '2099-11-30' where id = $1`, [
      body.id,
    ])
    await page.getByRole('button', { name: save, exact: true }).click()
    await page.getByText(told).waitFor()
    expect(await first.inputValue()).toBe('Meine Fassung')
    await page.getByRole('button', { name: reload }).click()
    await expect.poll(() => first.inputValue()).toBe('Beratung')
    await close()
  })

  test('are read-only for bookkeepers and hidden from workers', async () => {
    const quote = await sentQuote((await newClient('Lese Lehmann')).id)
    const auditor = await openAs(Role.auditor, 'de', `/quotes/${quote.id}`)
    await auditor.page.getByRole('heading', { name: 'Annahme' }).waitFor()
    expect(await auditor.page.locator('main').getByRole('button').count()).toBe(0)
    await auditor.close()
    const viewer = await openAs(Role.viewer, 'de', '/quotes')
    await viewer.page.getByRole('heading', { name: 'Dafür fehlt Ihnen das Recht' }).waitFor()
    expect(await viewer.page.getByRole('link', { name: 'Angebote' }).count()).toBe(0)
    await viewer.close()
  })

  test('show recipient and opening of a link, but never its secret', async () => {
    const quote = await sentQuote((await newClient('Link Lohse')).id)
    const query = '{ quote(id: "ID") { previewUrl signingLink { sentTo openedAt endedAt } } }'.replace('ID', quote.id)
    const { data } = (await at.owner.graphql(query)) as { data: { quote: { previewUrl: string; signingLink: object } } }
    expect(data.quote.signingLink).toEqual({ sentTo: ['linklohse@kunde.example'], openedAt: null, endedAt: null })
    const picture = await fetch(data.quote.previewUrl.replace(/^https?:\/\/[^/]+/, web.base()))
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })
})
