import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { describeInBrowser, everyPageIsSound, inBrowser } from './in-browser.ts'
import { recurringScreens } from './screens/recurring.ts'

const web = inBrowser()
const { at, openAs } = web

const said = {
  de: {
    ...{ invoices: 'Rechnungen', list: 'Serienrechnungen', create: 'Neue Serienrechnung', client: 'Kunde' },
    ...{
      description: 'Beschreibung',
      price: 'Einzelpreis',
      first: 'Erste Rechnung am',
      last: 'Keine Rechnung nach dem',
    },
    ...{ period: 'Zeitraum', typed: '249,50', total: '296,91\u00a0€', save: 'Speichern', saved: 'Gespeichert.' },
    ...{ next: '31.01.2099', afterwards: '30.04.2099', pause: 'Pausieren', paused: 'Die Serie ist pausiert' },
    ...{ resume: 'Fortsetzen', resumed: 'Nächste Rechnung: 31.01.2099.', run: 'Jetzt erstellen', draft: 'Entwurf' },
    ...{ heading: (name: string) => `Serienrechnung an ${name}`, reload: 'Neuen Stand laden' },
    ...{ elsewhere: 'inzwischen an anderer Stelle geändert', delete: 'Serienrechnung löschen', sure: 'Löschen' },
  },
  en: {
    ...{ invoices: 'Invoices', list: 'Recurring invoices', create: 'New recurring invoice', client: 'Client' },
    ...{ description: 'Description', price: 'Unit price', first: 'First invoice on', last: 'No invoice after' },
    ...{ period: 'Period', typed: '249.50', total: '€296.91', save: 'Save', saved: 'Saved.' },
    ...{ next: '31 Jan 2099', afterwards: '30 Apr 2099', pause: 'Pause', paused: 'No invoices will be created' },
    ...{ resume: 'Resume', resumed: 'Next invoice: 31 Jan 2099.', run: 'Create now', draft: 'Draft' },
    ...{ heading: (name: string) => `Recurring invoice to ${name}`, reload: 'Load it as it is now' },
    ...{ elsewhere: 'was changed somewhere else', delete: 'Delete recurring invoice', sure: 'Delete' },
  },
} as const

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

const newClient = async (name: string) => (await at.owner.rest('POST', '/clients', { name, country: 'DE' })).body
const newRecurring = async (name: string) =>
  (
    await at.owner.rest('POST', '/recurring-invoices', {
      ...{ client_id: (await newClient(name)).id, interval: 'month', starts_on: '2099-01-31' },
      line_items: [{ description: 'Wartung', quantity: 1, unit_price_cents: 24_900, tax_rate: 19 }],
    })
  ).body
const stateOf = async (id: string | undefined) => (await at.owner.rest('GET', `/recurring-invoices/${id}`)).body

describeInBrowser('recurring invoices', () => {
  everyPageIsSound(web, Role.owner, recurringScreens)

  test.each([
    ['de', Role.accountant],
    ['en', Role.owner],
  ] as const)('from the palette to the first that is made of it: %s, as %s', async (language, role) => {
    const words = said[language]
    await newClient(`Wer anderes ${language}`)
    const client = await newClient(`Segel Voss ${language}`)
    const { page, complaints, close } = await openAs(role, language, '/invoices')
    await page.getByRole('link', { name: words.list, exact: true }).click()
    await heading(page, words.list)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type(words.create.toLowerCase())
    await page.getByRole('option', { name: words.create }).waitFor()
    await page.keyboard.press('Enter')
    await heading(page, words.create)
    await page.getByRole('combobox', { name: words.client, exact: true }).fill(client.name)
    await page.getByRole('option', { name: client.name }).click()
    await page.getByLabel(words.first, { exact: true }).fill('2099-01-31')
    await page.getByLabel(words.last, { exact: true }).fill('2098-01-31')
    await page.getByLabel(words.period, { exact: true }).selectOption('quarter')
    await page.getByLabel(words.description, { exact: true }).fill('Wartung {month} {year}')
    await page.getByLabel(words.price, { exact: true }).fill(words.typed)
    await expect.poll(() => page.locator('.totals .sum dd').textContent()).toBe(words.total)
    // It would end before it begins: the field says so.
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await page.locator('.field .field-error').waitFor()
    await page.getByLabel(words.last, { exact: true }).fill('')
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await heading(page, words.heading(client.name))
    await page.getByText(words.next, { exact: true }).waitFor()
    const id = page.url().split('/').at(-1)

    await page.getByRole('button', { name: words.pause, exact: true }).click()
    await page.getByText(words.paused).waitFor()
    expect((await stateOf(id)).paused).toBe(true)
    await page.getByRole('button', { name: words.resume, exact: true }).click()
    await page.getByText(words.resumed).waitFor()
    expect((await stateOf(id)).paused).toBe(false)

    await page.getByRole('button', { name: words.run, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.run, exact: true }).click()
    await page.getByRole('link', { name: words.draft, exact: true }).waitFor()
    await page.getByText(words.afterwards, { exact: true }).waitFor()
    const { invoices } = (await at.owner.rest('GET', `/invoices?client_id=${client.id}`)).body
    expect(invoices.map((each: { line_items: { description: string }[] }) => each.line_items[0]?.description)).toEqual([
      expect.stringMatching(/^Wartung (Januar|January) 2099$/),
    ])

    await page.getByLabel(words.description, { exact: true }).fill('Pflege')
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await page.getByText(words.saved).waitFor()
    const { line_items, interval, ends_on } = await stateOf(id)
    expect([line_items[0].description, interval, ends_on]).toEqual(['Pflege', 'quarter', null])
    expect(complaints).toEqual([])
    await close()
  })

  test.each(['de', 'en'] as const)('reports a concurrent change, and deletes: %s', async (language) => {
    const words = said[language]
    const { id } = await newRecurring(`Zwei Zander ${language}`)
    const { page, complaints, close } = await openAs(Role.admin, language, `/invoices/recurring/${id}`)
    const description = page.getByLabel(words.description, { exact: true })
    await description.fill('Von mir')
    await at.owner.rest('PUT', `/recurring-invoices/${id}`, { every: 2 })
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await page.getByText(words.elsewhere).waitFor()
    expect(await description.inputValue()).toBe('Von mir')
    await page.getByRole('button', { name: words.reload }).click()
    await expect.poll(() => description.inputValue()).toBe('Wartung')
    await page.getByRole('button', { name: words.delete }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.sure }).click()
    await heading(page, words.list)
    expect((await at.owner.rest('GET', `/recurring-invoices/${id}`)).status).toBe(404)
    expect(complaints).toEqual([])
    await close()
  })

  test.each([
    ['de', 'Aus dieser Vorlage folgt keine Rechnung mehr.'],
    ['en', 'No invoice follows from this template any more.'],
  ] as const)('where no invoice follows, none is drawn: %s', async (language, none) => {
    const { id } = await newRecurring(`Letzte Lieferung ${language}`)
    const { page, complaints, close } = await openAs(Role.owner, language, `/invoices/recurring/${id}`)
    await page.locator('.sheet img').waitFor()
    await page.getByLabel(said[language].last, { exact: true }).fill('2099-01-31')
    await page.getByRole('button', { name: said[language].save, exact: true }).click()
    await page.getByText(said[language].saved).waitFor()
    await page.getByRole('button', { name: said[language].run, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: said[language].run, exact: true }).click()
    await page.locator('.sheet').getByText(none).waitFor()
    await page.locator('.sheet img').waitFor({ state: 'detached' })
    const made = page.locator('.items li').filter({ has: page.locator('.badge') })
    const badge = made.locator('.badge')
    const heightOf = async (what: Locator) => (await what.boundingBox())?.height ?? 0
    const usual = await heightOf(badge)
    // What stands beside the status takes two lines: the status is as high as before.
    await made.evaluate((row) => (row as HTMLElement).style.setProperty('width', '13rem'))
    expect(await heightOf(made)).toBeGreaterThan(40)
    expect(await heightOf(badge)).toBe(usual)
    expect(complaints).toEqual([])
    await close()
  })

  test('are read-only for bookkeepers and hidden from workers', async () => {
    const { id } = await newRecurring('Lese Lehmann')
    const auditor = await openAs(Role.auditor, 'de', `/invoices/recurring/${id}`)
    await auditor.page.getByRole('heading', { name: 'Erstellte Rechnungen' }).waitFor()
    expect(await auditor.page.locator('main').getByRole('button').count()).toBe(0)
    await auditor.page.goto(`${web.base()}/app/invoices/recurring`)
    await auditor.page.getByRole('link', { name: 'Lese Lehmann' }).waitFor()
    expect(await auditor.page.getByRole('link', { name: 'Neue Serienrechnung' }).count()).toBe(0)
    await auditor.close()
    const viewer = await openAs(Role.viewer, 'en', '/invoices/recurring')
    await viewer.page.getByRole('heading', { name: 'You may not see this' }).waitFor()
    await viewer.page.goto(`${web.base()}/app/invoices/recurring/new`)
    await viewer.page.getByRole('heading', { name: 'You may not see this' }).waitFor()
    await viewer.close()
  })
})
