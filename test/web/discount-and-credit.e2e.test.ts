import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { browserPath, runAxe } from '../harness/browser.ts'
import { describeInBrowser, inBrowser, scrollsSideways } from './in-browser.ts'
import { dialogIsSeen } from './screens/step.ts'

const web = inBrowser()
const { at, openAs } = web

const said = {
  de: {
    ...{ percent: 'Skonto %', days: 'Skontotage', save: 'Speichern', discount: 'Skonto' },
    ...{ late: /^Endet nach der Fälligkeit/, negative: /^Positionen ergeben weniger als null/, quantity: 'Menge' },
    ...{ terms: /^2,5\s% bis /, tooMuch: '100', figure: '2,5', needed: 'Fehlt zum Skonto.' },
    ...{
      pay: 'Zahlung erfassen',
      another: 'Weitere Zahlung',
      amount: 'Betrag',
      day: 'Eingegangen am',
      method: 'Zahlungsart',
      submit: 'Erfassen',
    },
    ...{
      less: '116,62',
      more: '129,00',
      rest: 'Rest als Skonto: 2,38\u00a0€',
      ended: 'Die Skontofrist ist am ',
    },
    ...{
      inTime: 'Skonto bei Zahlungseingang bis ',
      cash: 'Bar',
      charges: 'Davon Mahnkosten: ',
      leave: 'Verlassen, ohne zu speichern',
    },
    ...{ charged: (charges: string) => `davon ${charges} Mahnkosten`, unpaid: 'gelten als nicht bezahlt.' },
    ...{
      openThen: 'Danach sind 119,00\u00a0€ der Rechnung offen.',
      noDiscount: 'Das Skonto von 2,38\u00a0€ entfällt.',
    },
    ...{ sameOpen: 'Der offene Betrag der Rechnung ändert sich nicht.', noCredit: 'Das Guthaben von 10,00\u00a0€' },
    ...{ takeBack: /^Zahlung über .* zurückbuchen$/, creditBack: 'Der Kunde hat 10,00\u00a0€ wieder als Guthaben.' },
    ...{ tooLate: /Skonto gibt es nach den Bedingungen der Rechnung nur bis zum/, second: '66,62' },
    ...{ facts: ['Bezahlt116,62\u00a0€', 'Gewährtes Skonto2,38\u00a0€'], back: 'Abzüglich Skonto2,38\u00a0€' },
    ...{ reverse: /^Zahlung über 10,00\s€ .* zurückbuchen$/, reason: 'Grund', returned: 'Zurückgegangen am' },
    ...{ granted: /2,38\u00a0€ Skonto/, surplus: 'Überzahlung als Guthaben des Kunden: 10,00\u00a0€' },
    ...{ kept: /10,00\u00a0€ Guthaben/, undo: 'Rückgängig', undone: 'Rückgängig gemacht.' },
    ...{
      byCredit: 'Mit Guthaben bezahlen',
      has: 'Der Kunde hat 10,00\u00a0€ Guthaben.',
      ten: '10,00',
      usedOn: 'Verrechnet am',
    },
    ...{ credit: 'Guthaben', there: '10,00\u00a0€ vorhanden', giveBack: 'Auszahlen', part: '4,00' },
    ...{ asked: 'Guthaben an Haben de auszahlen', left: '6,00\u00a0€ vorhanden', refunded: /^4,00\u00a0€ Guthaben/ },
  },
  en: {
    ...{ percent: 'Cash discount %', days: 'Discount days', save: 'Save', discount: 'Cash discount' },
    ...{ late: /^Ends after the due date/, negative: /^Line items add up to less than zero/, quantity: 'Quantity' },
    ...{ terms: /^2.5% until /, tooMuch: '100', figure: '2.5', needed: 'Is needed with a cash discount.' },
    ...{
      pay: 'Record payment',
      another: 'Another payment',
      amount: 'Amount',
      day: 'Received on',
      method: 'Method',
      submit: 'Record',
    },
    ...{
      less: '116.62',
      more: '129.00',
      rest: 'Grant the remainder as cash discount: €2.38',
      ended: 'The discount period ended on ',
    },
    ...{ granted: /€2.38 cash discount/, surplus: "Add the overpayment to the client's credit: €10.00" },
    ...{
      inTime: 'Discount applies if received by ',
      cash: 'Cash',
      charges: 'Including dunning charges: ',
      leave: 'Leave without saving',
    },
    ...{ charged: (charges: string) => `including ${charges} dunning charges`, unpaid: 'count as unpaid.' },
    ...{
      openThen: '€119.00 of the invoice will be open.',
      noDiscount: 'The cash discount of €2.38 no longer applies.',
    },
    ...{ sameOpen: 'The open amount does not change.', noCredit: 'The resulting credit of €10.00' },
    ...{ takeBack: /^Reverse the payment of /, creditBack: "€10.00 is returned to the client's credit." },
    ...{ tooLate: /Cash discount is granted by the terms of the invoice until/, second: '66.62' },
    ...{ facts: ['Paid€116.62', 'Discount granted€2.38'], back: 'Less cash discount€2.38' },
    ...{ reverse: /^Reverse the payment of €10.00 from /, reason: 'Reason', returned: 'Returned on' },
    ...{ kept: /€10.00 credit/, undo: 'Undo', undone: 'Undone.' },
    ...{
      byCredit: 'Pay with client credit',
      has: 'The client has €10.00 credit.',
      ten: '10.00',
      usedOn: 'Used on',
    },
    ...{ credit: 'Credit', there: '€10.00 left', giveBack: 'Refund', part: '4.00' },
    ...{ asked: 'Refund credit to Haben en', left: '€6.00 left', refunded: /^€4.00 of credit/ },
  },
} as const

const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)
const address = { street: 'Ring 2', postal_code: '10115', city: 'Berlin', country: 'DE' }

const client = async (name: string) => (await at.owner.rest('POST', '/clients', { name, ...address })).body.id as string

async function draft(client_id: string, more: object = {}) {
  const { status, body } = await at.owner.rest('POST', '/invoices', {
    ...{ client_id, issue_date: day(-12), due_date: day(10) },
    line_items: [{ description: 'Beratung', quantity: 1, unit: 'LS', unit_price_cents: 10_000, tax_rate: 19 }],
    ...more,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id as string
}

async function sent(client_id: string, more: object = {}) {
  const id = await draft(client_id, more)
  expect((await at.owner.rest('POST', `/invoices/${id}/send`, { channel: 'none' })).status).toBe(200)
  return id
}

const invoice = async (id: string) => (await at.owner.rest('GET', `/invoices/${id}`)).body
const asked = async (id: string, fields: string) => {
  const { data } = await at.owner.graphql(`query ($id: UUID!) { invoice(id: $id) { ${fields} } }`, { id })
  return data.invoice
}
const creditOf = async (id: string) => (await at.owner.rest('GET', `/clients/${id}`)).body.credit_cents

const terms = { cash_discount_percent: 2, cash_discount_days: 10 }

const label = (page: Pick<Page, 'getByLabel'>, text: string) => page.getByLabel(text, { exact: true })
const button = (page: Pick<Page, 'getByRole'>, name: string) => page.getByRole('button', { name, exact: true })

describeInBrowser('cash discounts and credit', () => {
  beforeAll(async () => {
    if (!browserPath) return
    await at.owner.rest('PUT', '/organization', {
      ...{ legal_name: 'Werkstatt GmbH', tax_number: '22/123/45678', ...address },
      ...{ iban: 'DE02120300000000202051', phone: '+49 40 1', email: 'post@werkstatt.example' },
    })
  })

  test.each(['de', 'en'] as const)('edits and shows discount terms: %s', async (language) => {
    const words = said[language]
    const id = await draft(await client(`Frist ${language}`))
    const { page, complaints, close } = await openAs(Role.accountant, language, `/invoices/${id}`)
    const [percent, days] = [label(page, words.percent), label(page, words.days)]
    await percent.fill('abc')
    await button(page, words.save).click()
    await expect.poll(() => percent.getAttribute('aria-invalid')).toBe('true')
    await percent.fill(words.tooMuch)
    await days.fill('10')
    await button(page, words.save).click()
    await expect.poll(() => percent.getAttribute('aria-invalid')).toBe('true')
    await percent.fill(words.figure)
    await days.fill('')
    await button(page, words.save).click()
    await page.getByText(words.needed, { exact: true }).waitFor()
    await expect.poll(() => days.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await runAxe(page)).toEqual([])
    await page.keyboard.type('10')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => invoice(id))
      .toMatchObject({ status: 'draft', cash_discount_percent: 2.5, cash_discount_days: 10 })
    await page.reload()
    await expect.poll(() => percent.inputValue()).toBe(words.figure)
    expect(await days.inputValue()).toBe('10')
    expect(complaints).toEqual([])
    await close()
    await at.owner.rest('POST', `/invoices/${id}/send`, { channel: 'none' })
    const reader = await openAs(Role.auditor, language, `/invoices/${id}`)
    const fact = reader.page.locator('.facts > div').filter({ hasText: words.discount }).locator('dd')
    expect(await fact.textContent()).toMatch(words.terms)
    await reader.close()
  })

  test.each(['de', 'en'] as const)('shows warnings at their field, or above the totals: %s', async (language) => {
    const words = said[language]
    const whose = await client(`Warnung ${language}`)
    const id = await draft(whose, { due_date: day(-2), cash_discount_percent: 2, cash_discount_days: 10 })
    const { page, complaints, close } = await openAs(Role.accountant, language, `/invoices/${id}`)
    const [days, quantity] = [label(page, words.days), label(page, words.quantity)]
    const [late, negative] = [page.locator('.halves').getByText(words.late), page.getByText(words.negative)]
    await days.fill('11')
    await late.waitFor()
    await days.fill('10')
    await late.waitFor({ state: 'detached' })
    await quantity.fill('-1')
    await negative.waitFor()
    await days.fill('30')
    await late.waitFor()
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await scrollsSideways(page)).toBe(false)
    expect(await runAxe(page)).toEqual([])
    await quantity.fill('1')
    await negative.waitFor({ state: 'detached' })
    await button(page, words.save).click()
    await expect.poll(async () => (await invoice(id)).cash_discount_days).toBe(30)
    // Once more before it goes.
    await page.goto(`${web.base()}/app/invoices/${id}?send=true`)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(new RegExp(words.late.source.slice(1), 'i')).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test.each(['de', 'en'] as const)('shows errors without a field above the totals: %s', async (language) => {
    const about = await client(`Doppelt ${language}`)
    const project = { client_id: about, name: `Umbau ${language}` }
    const { body } = await at.owner.rest('POST', '/projects', project)
    const more = { project_id: body.id }
    const final = await invoice(await sent(about, { ...more, kind: 'final' }))
    const id = await draft(about, { ...more, kind: 'advance' })
    const { page, complaints, close } = await openAs(Role.accountant, language, `/invoices/${id}`)
    await page.locator('form .notice').filter({ hasText: final.number }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test.each(['de', 'en'] as const)('grants a missing amount as a discount: %s', async (language) => {
    const words = said[language]
    const id = await sent(await client(`Skonto ${language}`), { issue_date: day(-40), ...terms })
    const last = await asked(id, 'transfer: cashDiscountUntil(method: bank_transfer)')
    const { page, complaints, close } = await openAs(Role.accountant, language, `/invoices/${id}`)
    await button(page, words.pay).click()
    const dialog = page.getByRole('dialog')
    const rest = dialog.getByLabel(words.rest)
    const choices = dialog.getByRole('checkbox')
    await label(dialog, words.amount).waitFor()
    expect(await choices.count()).toBe(0)
    // Half of it is no payment less the discount.
    await label(dialog, words.amount).fill('50')
    expect(await choices.count()).toBe(0)
    // One decision is not the other.
    await label(dialog, words.amount).fill(words.more)
    await dialog.getByLabel(words.surplus).check()
    await label(dialog, words.amount).fill(words.less)
    await rest.waitFor()
    expect(await rest.isChecked()).toBe(false)
    await dialog.getByText(words.ended).waitFor()
    await label(dialog, words.day).fill(last.transfer)
    await dialog.getByText(words.inTime).waitFor()
    // Cash takes no banking day.
    await label(dialog, words.method).selectOption(words.cash)
    await dialog.getByText(words.ended).waitFor()
    await label(dialog, words.method).selectOption('bank_transfer')
    await dialog.getByText(words.inTime).waitFor()
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await scrollsSideways(page)).toBe(false)
    await dialogIsSeen(page)
    expect(await runAxe(page)).toEqual([])
    await rest.focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: words.granted }).waitFor()
    const { body } = await at.owner.rest('GET', `/invoices/${id}/payments`)
    expect(body.payments[0]).toMatchObject({ amount_cents: 11_662, cash_discount_cents: 238, warnings: [] })
    expect((await invoice(id)).status).toBe('paid')
    await page.getByRole('listitem').filter({ hasText: words.granted }).waitFor()
    await page.getByRole('button', { name: words.takeBack }).click()
    await page.getByText(`${words.openThen} ${words.noDiscount}`).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test.each(['de', 'en'] as const)(
    'applies a discount to the whole invoice, warns if it is unusual, and does not count it as payment: %s',
    async (language) => {
      const words = said[language]
      const id = await sent(await client(`Teil ${language}`), { issue_date: day(-40), ...terms })
      await at.owner.rest('POST', `/invoices/${id}/payments`, {
        ...{ amount_cents: 5_000, paid_at: day(-34), method: 'bank_transfer' },
      })
      const { page, complaints, close } = await openAs(Role.accountant, language, `/invoices/${id}`)
      await button(page, words.pay).click()
      const dialog = page.getByRole('dialog')
      await label(dialog, words.amount).fill(words.second)
      await dialog.getByLabel(words.rest).check()
      await button(dialog, words.submit).click()
      await page.getByRole('status').filter({ hasText: words.tooLate }).filter({ hasText: words.granted }).waitFor()
      expect(await runAxe(page)).toEqual([])
      const facts = () => page.locator('.facts > div').allTextContents()
      await expect.poll(facts).toEqual(expect.arrayContaining([...words.facts]))
      const note = (await at.owner.rest('POST', `/invoices/${id}/credit-note`)).body
      await page.goto(`${web.base()}/app/invoices/${note.id}`)
      await expect.poll(facts).toContain(words.back)
      expect(complaints).toEqual([])
      await close()
    },
  )

  test.each(['de', 'en'] as const)('pays claimed reminder charges with the invoice: %s', async (language) => {
    const words = said[language]
    const id = await sent(await client(`Mahnung ${language}`), { issue_date: day(-60), due_date: day(-40) })
    for (const _level of [0, 1])
      expect((await at.owner.rest('POST', `/invoices/${id}/reminders`, { channel: 'none' })).status).toBe(201)
    const { claimedChargesCents: claimed } = await asked(id, 'claimedChargesCents')
    expect(claimed).toBeGreaterThan(4000)
    const written = (cents: number) => (cents / 100).toFixed(2).replace('.', language === 'de' ? ',' : '.')
    const money = (cents: number) => (language === 'de' ? `${written(cents)}\u00a0€` : `€${written(cents)}`)
    const { page, complaints, close } = await openAs(Role.accountant, language, `/invoices/${id}`)
    await button(page, words.pay).click()
    const dialog = page.getByRole('dialog')
    const amount = label(dialog, words.amount)
    const charges = dialog.getByLabel(`${words.charges}${money(claimed)}`)
    expect([await amount.inputValue(), await charges.isChecked()]).toEqual([written(11_900), false])
    await charges.check()
    expect(await amount.inputValue()).toBe(written(11_900 + claimed))
    await charges.uncheck()
    expect(await amount.inputValue()).toBe(written(11_900))
    const giveUp = async () => {
      await page.keyboard.press('Escape')
      await button(page, words.leave).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await giveUp()
    await button(page, words.pay).click()
    // What is beyond what is open pays charges or is credit, as one says.
    await amount.fill(written(12_900))
    await dialog.getByLabel(words.surplus).waitFor()
    await dialog.getByLabel(`${words.charges}${money(1000)}`).check()
    expect(await dialog.getByLabel(words.surplus).count()).toBe(0)
    await giveUp()
    await button(page, words.pay).click()
    await amount.fill(written(11_900 + claimed))
    expect(await charges.isChecked()).toBe(true)
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await scrollsSideways(page)).toBe(false)
    await dialogIsSeen(page)
    expect(await runAxe(page)).toEqual([])
    await button(dialog, words.submit).click()
    const told = words.charged(money(claimed))
    await page.getByRole('status').filter({ hasText: told }).waitFor()
    await page.getByRole('listitem').filter({ hasText: told }).waitFor()
    const { body } = await at.owner.rest('GET', `/invoices/${id}/payments`)
    expect(body.payments[0]).toMatchObject({ amount_cents: 11_900 + claimed, charges_cents: claimed, warnings: [] })
    expect(await invoice(id)).toMatchObject({ status: 'paid', paid_cents: 11_900 })
    await page.getByRole('button', { name: words.takeBack }).click()
    await page.getByText(words.openThen).filter({ hasText: words.unpaid }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test.each(['de', 'en'] as const)(
    'keeps an overpayment as credit and pays another invoice with it: %s',
    async (language) => {
      const words = said[language]
      const whose = await client(`Kredit ${language}`)
      const [id, next] = [await sent(whose), await sent(whose)]
      const { page, complaints, close } = await openAs(Role.accountant, language, `/invoices/${id}`)
      const dialog = page.getByRole('dialog')
      const pay = async (amount?: string, by: string = words.pay) => {
        await button(page, by).click()
        await label(dialog, words.amount).waitFor()
        if (amount) await label(dialog, words.amount).fill(amount)
      }
      await pay(words.more)
      // What may be a slip is refused unless it is meant.
      await button(dialog, words.submit).click()
      await expect.poll(() => label(dialog, words.amount).getAttribute('aria-invalid')).toBe('true')
      await dialog.getByLabel(words.surplus).check()
      await dialogIsSeen(page)
      expect(await runAxe(page)).toEqual([])
      await button(dialog, words.submit).click()
      await page.getByRole('status').filter({ hasText: words.kept }).waitFor()
      await page.getByRole('listitem').filter({ hasText: words.kept }).waitFor()
      expect([(await invoice(id)).status, await creditOf(whose)]).toEqual(['paid', 1_000])
      // What comes though it is paid is credit as a whole.
      await pay(words.ten, words.another)
      await dialog.getByLabel(words.surplus).check()
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      expect(await creditOf(whose)).toBe(2_000)
      await page.getByRole('button', { name: words.reverse }).click()
      await page.getByText(`${words.sameOpen} ${words.noCredit}`).waitFor()
      await page.keyboard.press('Escape')
      await button(page, words.undo).click()
      await page.getByText(words.undone).waitFor()
      expect([(await invoice(id)).paid_cents, await creditOf(whose)]).toEqual([11_900, 1_000])
      await page.goto(`${web.base()}/app/invoices/${next}`)
      await pay()
      await dialog.getByText(words.has, { exact: true }).waitFor()
      await dialog.getByLabel(words.byCredit).focus()
      await page.keyboard.press('Space')
      expect(await label(dialog, words.amount).inputValue()).toBe(words.ten)
      expect(await label(dialog, words.method).count()).toBe(0)
      await label(dialog, words.usedOn).waitFor()
      expect(await runAxe(page)).toEqual([])
      await page.keyboard.press('Enter')
      await button(page, words.undo).waitFor()
      expect([(await invoice(next)).open_cents, await creditOf(whose)]).toEqual([10_900, 0])
      // No money came by it that could go back.
      await page.getByRole('button', { name: words.reverse }).click()
      await label(page.getByRole('alertdialog'), words.reason).waitFor()
      await page.getByText(`${words.openThen} ${words.creditBack}`).waitFor()
      expect(await label(page, words.returned).count()).toBe(0)
      await page.keyboard.press('Escape')
      // There is none left to pay by.
      await pay()
      expect(await dialog.getByLabel(words.byCredit).count()).toBe(0)
      await page.keyboard.press('Escape')
      await button(page, words.undo).click()
      await page.getByText(words.undone).waitFor()
      expect([(await invoice(next)).open_cents, await creditOf(whose)]).toEqual([11_900, 1_000])
      await pay()
      await dialog.getByLabel(words.byCredit).waitFor()
      expect(complaints).toEqual([])
      await close()
    },
  )

  test.each(['de', 'en'] as const)("shows and refunds a client's credit: %s", async (language) => {
    const words = said[language]
    const whose = await client(`Haben ${language}`)
    const { page, complaints, close } = await openAs(Role.accountant, language, `/clients/${whose}`)
    const credit = page.getByRole('region', { name: words.credit, exact: true })
    const id = await sent(whose)
    await page.getByRole('row').nth(1).waitFor()
    expect(await credit.count()).toBe(0)
    await at.owner.rest('POST', `/invoices/${id}/payments`, {
      ...{ amount_cents: 12_900, paid_at: day(-1), method: 'bank_transfer', overpayment: 'credit' },
    })
    // It is seen at once.
    await credit.getByText(words.there, { exact: true }).waitFor()
    expect(await runAxe(page)).toEqual([])
    const auditor = await openAs(Role.auditor, language, `/clients/${whose}`)
    await auditor.page.getByText(words.there, { exact: true }).waitFor()
    expect(await button(auditor.page, words.giveBack).count()).toBe(0)
    await auditor.close()
    const viewer = await openAs(Role.viewer, language, '/clients')
    const asked: string[] = []
    viewer.page.on('request', (request) => asked.push(request.postData() ?? ''))
    await viewer.page.getByRole('link', { name: `Haben ${language}`, exact: true }).click()
    await viewer.page.getByRole('heading', { level: 1, name: `Haben ${language}` }).waitFor()
    expect(await viewer.page.getByText(words.credit, { exact: true }).count()).toBe(0)
    expect(asked.some((each) => each.includes('clientRefunds'))).toBe(false)
    await viewer.close()

    await button(credit, words.giveBack).click()
    const dialog = page.getByRole('alertdialog', { name: words.asked })
    const amount = label(dialog, words.amount)
    expect(await amount.inputValue()).toBe(words.ten)
    await dialogIsSeen(page)
    expect(await runAxe(page)).toEqual([])
    await amount.fill(`10${words.ten}`)
    await page.keyboard.press('Enter')
    await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true')
    await amount.fill(words.part)
    await page.keyboard.press('Enter')
    await page.getByText(words.refunded).waitFor()
    await credit.getByText(words.left, { exact: true }).waitFor()
    await expect.poll(() => credit.getByRole('row').count()).toBe(2)
    expect(await creditOf(whose)).toBe(600)
    expect(await runAxe(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await scrollsSideways(page)).toBe(false)
    expect(complaints).toEqual([])
    await close()
  })
})
