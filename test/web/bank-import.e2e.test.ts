import { beforeAll, expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { camt, camtOf, details, entry } from '../features/billing/bank-import/samples.ts'
import { browserPath, runAxe } from '../harness/browser.ts'
import { describeInBrowser, everyPageIsSound, inBrowser, scrollsSideways } from './in-browser.ts'
import { bankScreens } from './screens/bank.ts'

const web = inBrowser()
const { at, openAs } = web

const said = {
  de: {
    ...{ title: 'Kontoauszug einlesen', book: /^1 Zahlung buchen/, done: '1 Zahlung ist gebucht.', paid: 'Gebucht' },
    ...{ some: /^2 Zahlungen buchen/, unknown: 'keine Rechnung', choose: (name: string) => `Buchen: ${name}` },
    ...{ read: 'E-Rechnung lesen', fine: /Summen stimmen/, seller: 'Rechnungssteller', refused: /nicht gelesen/ },
    offered: '2\u00a0% innerhalb von 7 Tagen',
    ...{ collected: /Bitte überweisen Sie ihn nicht zusätzlich/, collection: 'Lastschrift', transfer: 'Überweisung' },
    ...{ other: 'Andere Datei', total: 'Gesamtbetrag', discounted: 'abzüglich 2,38\u00a0€ Skonto' },
    rest: 'Überzahlung als Guthaben des Kunden: 10,00\u00a0€',
    ...{ kept: 'davon 10,00\u00a0€ Guthaben', both: /^3 Zahlungen buchen/, bothDone: '3 Zahlungen sind gebucht.' },
    ...{
      left: '238,00\u00a0€ · 20,00\u00a0€ bleiben offen',
      open: 'offen: 119,00\u00a0€ · abzüglich 2,38\u00a0€ Skonto',
    },
    ...{
      unbalanced: 'Die Salden stimmen nicht',
      anyway: 'Trotzdem einlesen',
      sums: /10,00 \+ 59,50 = 69,50 EUR statt 70,50/,
    },
    several: /^Bezahlt, zu/,
    ...{ assign: (name: string) => `Rechnung wählen, zu ${name}`, assignOther: 'Andere Rechnung wählen' },
    part: '50,01\u00a0€ · 306,99\u00a0€ bleiben offen',
    kinds: [
      ['381', 'Rechnungskorrektur'],
      ['389', 'Gutschrift'],
      ['386', 'Abschlagsrechnung'],
    ],
  },
  en: {
    ...{ title: 'Import bank statement', book: /^Book 1 payment/, done: '1 payment booked.', paid: 'Booked' },
    ...{ some: /^Book 2 payments/, unknown: 'no invoice', choose: (name: string) => `Book: ${name}` },
    ...{ read: 'Read e-invoice', fine: /totals add up/, seller: 'Seller', refused: /not read/ },
    offered: '2% within 7 days',
    ...{ collected: /Don't transfer it as well/, collection: 'Direct debit', transfer: 'Transfer' },
    ...{ other: 'Choose another file', total: 'Total', discounted: 'less €2.38 cash discount' },
    rest: "Add the overpayment to the client's credit: €10.00",
    ...{ kept: 'including €10.00 credit', both: /^Book 3 payments/, bothDone: '3 payments booked.' },
    ...{ left: '€238.00 · €20.00 still open', open: 'open: €119.00 · less €2.38 cash discount' },
    ...{
      unbalanced: "The balances don't match",
      anyway: 'Import anyway',
      sums: /10.00 \+ 59.50 = 69.50 EUR instead of 70.50/,
    },
    several: /^Pays, for/,
    ...{ assign: (name: string) => `Choose invoice, for ${name}`, assignOther: 'Choose another invoice' },
    part: '€50.01 · €306.99 still open',
    kinds: [
      ['381', 'Credit note'],
      ['389', 'Self-billed invoice'],
      ['386', 'Advance invoice'],
    ],
  },
} as const

const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)
const address = { street: 'Ring 2', postal_code: '10115', city: 'Berlin', country: 'DE' }

async function sentInvoice(name: string, cents: number, more: object = {}) {
  const client =
    'client_id' in more
      ? { body: { id: more.client_id } }
      : await at.owner.rest('POST', '/clients', { name, ...address })
  const { body } = await at.owner.rest('POST', '/invoices', {
    ...{ client_id: client.body.id, issue_date: day(-10), due_date: day(4) },
    line_items: [{ description: 'Beratung', quantity: 1, unit: 'LS', unit_price_cents: cents, tax_rate: 19 }],
    ...more,
  })
  expect(body, JSON.stringify(body)).toHaveProperty('id')
  const sent = await at.owner.rest('POST', `/invoices/${body.id}/send`, { channel: 'none' })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  return sent.body as { id: string; client_id: string; number: string; total_cents: number; pdf_url: string }
}

const file = (text: string | Buffer, name: string) => ({
  ...{ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) },
})

describeInBrowser('bank and received invoices', () => {
  beforeAll(async () => {
    if (!browserPath) return
    const { status, body } = await at.owner.rest('PUT', '/organization', {
      ...{ legal_name: 'Werkstatt GmbH', tax_number: '22/123/45678', vat_id: 'DE136695976', ...address },
      ...{ iban: 'DE02120300000000202051', phone: '+49 40 1', email: 'post@werkstatt.example' },
    })
    expect(status, JSON.stringify(body)).toBe(200)
  })
  everyPageIsSound(web, Role.owner, bankScreens)

  test.each(['de', 'en'] as const)(
    'proposes payments of a statement and books the selected ones: %s',
    async (language) => {
      const words = said[language]
      const one = await sentInvoice(`Blau ${language}`, 10_000)
      const other = await sentInvoice(`Grün ${language}`, 23_400)
      const { page, complaints, close } = await openAs(Role.accountant, language, '/invoices')
      await page.getByRole('link', { name: words.title }).click()
      await page.getByRole('heading', { level: 1, name: words.title }).waitFor()
      const statement = camt(
        ...[{ cents: one.total_cents, name: `Blau ${language}`, purpose: one.number, on: day(-1) }],
        ...[{ cents: other.total_cents, name: `Grün ${language}`, purpose: `RNr ${other.number}`, on: day(-1) }],
        ...[{ cents: 77, name: `Niemand ${language}`, purpose: 'Zinsen', on: day(-1) }],
      )
      await page.locator('input[type=file]').setInputFiles(file(statement, 'umsaetze.xml'))
      await page.getByRole('button', { name: words.some }).waitFor()
      expect(await page.getByRole('row', { name: new RegExp(`Niemand ${language}`) }).textContent()).toContain(
        words.unknown,
      )
      // By keyboard: what is not meant is left out.
      await page.getByLabel(words.choose(`Grün ${language}`)).focus()
      await page.keyboard.press('Space')
      await page.getByRole('button', { name: words.book }).click()
      await page.getByText(words.done).waitFor()
      const row = page.getByRole('row', { name: new RegExp(`Blau ${language}`) })
      await row.getByText(words.paid, { exact: true }).waitFor()
      expect((await at.owner.rest('GET', `/invoices/${one.id}`)).body.status).toBe('paid')
      expect((await at.owner.rest('GET', `/invoices/${other.id}`)).body.status).toBe('sent')
      // The address leads to the same again: what was deselected stays so, and can be booked still.
      await page.reload()
      expect(await page.getByLabel(words.choose(`Grün ${language}`)).isChecked()).toBe(false)
      await page.getByLabel(words.choose(`Grün ${language}`)).check()
      await page.getByRole('button', { name: words.book }).click()
      await page.getByText(words.done).waitFor()
      expect((await at.owner.rest('GET', `/invoices/${other.id}`)).body.status).toBe('paid')
      expect(complaints).toEqual([])
      await close()
    },
  )

  test.each(['de', 'en'] as const)(
    'imports a statement with inconsistent balances after confirmation, with nothing selected: %s',
    async (language) => {
      const words = said[language]
      const sent = await sentInvoice(`Rest ${language}`, 5000)
      const { page, complaints, close } = await openAs(Role.accountant, language, '/payments/import')
      const moved = { cents: sent.total_cents, name: `Rest ${language}`, purpose: sent.number, on: day(-1) }
      const statement = camtOf(entry(`<NtryDtls>${details(moved)}</NtryDtls>`, moved.cents, moved), moved.cents + 100)
      await page.locator('input[type=file]').setInputFiles(file(statement, 'umsaetze.xml'))
      const question = page.getByRole('alertdialog', { name: words.unbalanced })
      await question.getByText(words.sums).waitFor()
      // The names of the API are not for people.
      await question.getByText(/^(Wird nicht gelesen|Is not read): /).waitFor()
      expect(await runAxe(page)).toEqual([])
      await question.getByRole('button', { name: words.anyway }).click()
      await page.getByText(words.sums).waitFor()
      expect(await page.getByLabel(words.choose(`Rest ${language}`)).isChecked()).toBe(false)
      expect(await runAxe(page)).toEqual([])
      await page.getByLabel(words.choose(`Rest ${language}`)).check()
      await page.getByRole('button', { name: words.book }).click()
      await page.getByText(words.done).waitFor()
      // The browser logs each refusal of a request.
      expect(complaints.filter((each) => !each.includes('422'))).toEqual([])
      await close()
    },
  )

  test.each(['de', 'en'] as const)(
    'accepts a payment with discount, and keeps the excess as credit: %s',
    async (language) => {
      const words = said[language]
      const terms = { cash_discount_percent: 2, cash_discount_days: 10 }
      const less = await sentInvoice(`Skonto ${language}`, 10_000, terms)
      const more = await sentInvoice(`Mehr ${language}`, 20_000)
      const { page, complaints, close } = await openAs(Role.accountant, language, '/payments/import')
      const statement = camt(
        ...[{ cents: 11_662, name: `Skonto ${language}`, purpose: less.number, on: day(-1) }],
        ...[{ cents: 24_800, name: `Mehr ${language}`, purpose: more.number, on: day(-1) }],
      )
      await page.locator('input[type=file]').setInputFiles(file(statement, 'umsaetze.xml'))
      const row = (name: string) => page.getByRole('row', { name: new RegExp(`${name} ${language}`) })
      await row('Skonto').getByText(words.discounted).waitFor()
      const rest = row('Mehr').getByLabel(words.rest)
      // More than is open is no exact match: nothing is selected.
      expect(await page.getByLabel(words.choose(`Mehr ${language}`)).isChecked()).toBe(false)
      await page.getByLabel(words.choose(`Mehr ${language}`)).check()
      await rest.waitFor()
      expect(await rest.isChecked()).toBe(false)
      // Nothing is kept of what is not booked.
      await page.getByLabel(words.choose(`Mehr ${language}`)).uncheck()
      await rest.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: words.book }).click()
      await page.getByText(words.done).waitFor()
      await row('Skonto').getByText(words.paid, { exact: true }).waitFor()
      const paid = (await at.owner.rest('GET', `/invoices/${less.id}`)).body
      expect(paid).toMatchObject({ status: 'paid', open_cents: 0, paid_cents: 11_900 })
      const { payments } = (await at.owner.rest('GET', `/invoices/${less.id}/payments`)).body
      expect(payments).toMatchObject([{ amount_cents: 11_662, cash_discount_cents: 238, warnings: [] }])
      // What was decided of the other stands.
      expect(await page.getByLabel(words.choose(`Mehr ${language}`)).isChecked()).toBe(false)
      await page.getByLabel(words.choose(`Mehr ${language}`)).check()
      await rest.focus()
      await page.keyboard.press('Space')
      await page.setViewportSize({ width: 320, height: 800 })
      expect(await scrollsSideways(page)).toBe(false)
      expect(await runAxe(page)).toEqual([])
      await page.getByRole('button', { name: words.book }).click()
      await row('Mehr').getByText(words.paid, { exact: true }).waitFor()
      await row('Mehr').getByText(words.kept).waitFor()
      // The button went with what was left to book.
      await page.waitForFunction(() => document.activeElement?.id === 'proposals')
      expect((await at.owner.rest('GET', `/invoices/${more.id}`)).body.status).toBe('paid')
      expect((await at.owner.rest('GET', `/clients/${more.client_id}`)).body.credit_cents).toBe(1000)
      expect(complaints).toEqual([])
      await close()
    },
  )

  test.each(['de', 'en'] as const)(
    'lists each invoice with the booked and the remaining amount: %s',
    async (language) => {
      const words = said[language]
      const terms = { cash_discount_percent: 2, cash_discount_days: 10 }
      const first = await sentInvoice(`Zwei ${language}`, 10_000)
      const second = await sentInvoice(`Zwei ${language}`, 21_681, { client_id: first.client_id })
      // Two of a client over the same amount, and one alone.
      const alike = await sentInvoice(`Gleich ${language}`, 10_000, terms)
      await sentInvoice(`Gleich ${language}`, 10_000, { ...terms, client_id: alike.client_id })
      const alone = await sentInvoice(`Betrag ${language}`, language === 'de' ? 40_000 : 41_000)
      const { page, complaints, close } = await openAs(Role.accountant, language, '/payments/import')
      const cents = first.total_cents + second.total_cents - 2000
      const statement = camt(
        ...[{ cents, name: `Zwei ${language}`, purpose: `${first.number} ${second.number}`, on: day(-1) }],
        ...[{ cents: 11_662, name: `Gleich ${language}`, purpose: 'Danke', on: day(language === 'de' ? -1 : -2) }],
        ...[{ cents: alone.total_cents, name: `Jemand ${language}`, purpose: 'Danke', on: day(-1) }],
      )
      await page.locator('input[type=file]').setInputFiles(file(statement, 'umsaetze.xml'))
      const row = (name: string) => page.getByRole('row', { name: new RegExp(`${name} ${language}`) })
      const lines = row('Zwei').getByRole('listitem')
      await expect.poll(() => lines.count()).toBe(2)
      await lines.nth(1).getByText(words.left).waitFor()
      // What is closed shows too little: what would be granted is said below.
      const several = row('Gleich').getByLabel(words.several)
      await several.waitFor()
      await row('Gleich').getByRole('listitem').getByText(words.open, { exact: true }).waitFor()
      expect(await row('Jemand').getByRole('link', { name: alone.number }).count()).toBe(1)
      expect(await row('Jemand').getByRole('combobox').count()).toBe(0)
      for (const name of ['Zwei', 'Gleich']) await page.getByLabel(words.choose(`${name} ${language}`)).check()
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await scrollsSideways(page)).toBe(false)
      // Below each other, and not beside.
      const boxes = await Promise.all([0, 1].map((index) => lines.nth(index).boundingBox()))
      expect(boxes[1]?.x).toBe(boxes[0]?.x)
      expect(boxes[0]?.width).toBeGreaterThan(250)
      // Payments are counted, before and after.
      await page.getByRole('button', { name: words.both }).click()
      await page.getByText(words.bothDone).waitFor()
      await lines.nth(1).getByText(words.left).waitFor()
      expect(complaints).toEqual([])
      await close()
    },
  )

  test.each(['de', 'en'] as const)('finds an invoice that was not proposed, by keyboard: %s', async (language) => {
    const words = said[language]
    const target = await sentInvoice(`Ziel ${language}`, 30_000)
    const { page, complaints, close } = await openAs(Role.accountant, language, '/payments/import')
    const statement = camt({
      cents: 5_001,
      name: `Fremd ${language}`,
      purpose: 'Danke',
      on: day(language === 'de' ? -3 : -4),
    })
    await page.locator('input[type=file]').setInputFiles(file(statement, 'umsaetze.xml'))
    const row = page.getByRole('row', { name: new RegExp(`Fremd ${language}`) })
    await row.getByText(words.unknown).waitFor()
    const assign = page.getByRole('button', { name: words.assign(`Fremd ${language}`) })
    await assign.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').waitFor()
    expect(await runAxe(page)).toEqual([])
    await page.keyboard.type(target.number)
    await dialog.getByRole('option', { name: new RegExp(target.number) }).waitFor()
    await page.keyboard.press('Enter')
    await row.getByText(words.part).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(words.assignOther)
    await page.getByRole('button', { name: words.book }).click()
    await page.getByText(words.done).waitFor()
    const { payments } = (await at.owner.rest('GET', `/invoices/${target.id}/payments`)).body
    expect(payments).toMatchObject([{ amount_cents: 5001, method: 'bank_transfer', reference: 'Danke' }])
    expect(complaints).toEqual([])
    await close()
  })

  test.each(['de', 'en'] as const)('reads a received e-invoice and refuses other files: %s', async (language) => {
    const words = said[language]
    const discounted = { cash_discount_percent: 2, cash_discount_days: 7 }
    const { id, number } = await sentInvoice(`Rot ${language}`, 5_000, discounted)
    const pdf = await at.owner.rest('GET', `/invoices/${id}/pdf`)
    const { page, close } = await openAs(Role.accountant, language, '/bills/read')
    await page.getByRole('heading', { level: 1, name: words.read }).waitFor()
    await page.locator('input[type=file]').setInputFiles(file('kein XML', 'brief.xml'))
    await page.getByRole('alert').getByText(words.refused).waitFor()
    await page.locator('input[type=file]').setInputFiles(file(pdf.raw, 'rechnung.pdf'))
    await page.getByRole('heading', { level: 2, name: new RegExp(number) }).waitFor()
    await page.getByText(words.fine).waitFor()
    await page.getByRole('heading', { level: 3, name: words.seller }).waitFor()
    await page.getByText(words.offered, { exact: true }).waitFor()
    expect(await page.getByText('#SKONTO#').count()).toBe(0)
    // What the buyer writes is a "Gutschrift" by § 14 (2) UStG, and what corrects an invoice is not.
    const { raw: xml } = await at.owner.rest('GET', `/invoices/${id}/xml`)
    for (const [code, name] of words.kinds) {
      await page.getByRole('button', { name: words.other }).click()
      const written = String(xml).replace('<ram:TypeCode>380</ram:TypeCode>', `<ram:TypeCode>${code}</ram:TypeCode>`)
      await page.locator('input[type=file]').setInputFiles(file(written, 'rechnung.xml'))
      await page.getByRole('heading', { level: 2, name: `${name} ${number}`, exact: true }).waitFor()
    }
    // What is collected is not to be paid as well.
    await page.getByRole('button', { name: words.other }).click()
    const collected = String(xml).replace(
      /<ram:SpecifiedTradeSettlementPaymentMeans>\s*<ram:TypeCode>58</,
      (transfer) => transfer.replace('58', '59'),
    )
    expect(collected).not.toBe(String(xml))
    await page.locator('input[type=file]').setInputFiles(file(collected, 'rechnung.xml'))
    await page.getByText(words.collected).waitFor()
    await page.getByRole('heading', { level: 3, name: words.collection, exact: true }).waitFor()
    expect(await page.getByText(words.transfer, { exact: true }).count()).toBe(0)
    // What is amiss is named as people name it.
    await page.getByRole('button', { name: words.other }).click()
    const amiss = String(xml).replace(/<ram:GrandTotalAmount>[^<]*/, '<ram:GrandTotalAmount>1.00')
    await page.locator('input[type=file]').setInputFiles(file(amiss, 'rechnung.xml'))
    await page.getByRole('status').getByRole('listitem').first().waitFor()
    const findings = await page.getByRole('status').getByRole('listitem').allTextContents()
    expect(findings.filter((each) => /_|\.\d/.test(each.split(':')[0] ?? ''))).toEqual([])
    expect(findings.join()).toContain(`${words.total}: `)
    await close()
  })

  test('pages a long statement by URL', async () => {
    const { page, complaints, close } = await openAs(Role.accountant, 'de', '/payments/import')
    const all = Array.from({ length: 60 }, (_, index) => ({ cents: 500 + index, name: `Viele ${index + 1}` }))
    await page.locator('input[type=file]').setInputFiles(file(camt(...all), 'lang.xml'))
    const rows = page.getByRole('row', { name: /^Viele/ })
    await expect.poll(() => rows.count()).toBe(25)
    for (const left of [25, 10]) {
      await page.getByRole('button', { name: 'Weiter' }).press('Enter')
      await expect.poll(() => rows.count()).toBe(left)
    }
    await page.reload()
    await expect.poll(() => rows.count()).toBe(10)
    expect(complaints).toEqual([])
    await close()
  })

  test('is read-only for viewers', async () => {
    const { page, close } = await openAs(Role.viewer, 'de', '/invoices')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('link', { name: said.de.title }).count()).toBe(0)
    await close()
  })
})
