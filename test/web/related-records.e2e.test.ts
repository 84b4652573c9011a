import { beforeAll, expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { markOverdue } from '#features/billing/invoices/overdue'
import { browserPath, runAxe } from '../harness/browser.ts'
import { describeInBrowser, inBrowser, scrollsSideways } from './in-browser.ts'
import { dialogIsSeen } from './screens/step.ts'

const web = inBrowser()
const { at, openAs } = web

const said = {
  de: {
    ...{
      quotes: 'Angebote',
      projects: 'Projekte',
      notes: 'Notizen',
      save: 'Speichern',
      saved: 'Die Notizen wurden gespeichert.',
    },
    ...{ remind: 'Mahnen', send: 'Mahnung senden', first: /^Zahlungserinnerung,/, none: 'Noch keine Mahnung.' },
    ...{ sums: 'Forderung', second: '2. Mahnung', fee: 'Mahngebühr' },
    ...{
      reverse: /^(Zahlung über .* zurückbuchen|Erstattung über .* zurücknehmen)$/,
      doReverse: 'Zurückbuchen',
      reversed: 'zurückgenommen',
    },
    ...{
      refund: 'Erstattung erfassen',
      amount: 'Betrag',
      day: 'Erstattet am',
      done: /^Die Erstattung über 119,00\u00a0€/,
    },
    ...{ asked: 'Erstattung an Retour de erfassen', tooMuch: '119,01', right: '119,00' },
  },
  en: {
    ...{ quotes: 'Quotes', projects: 'Projects', notes: 'Notes', save: 'Save', saved: 'Notes saved.' },
    ...{ remind: 'Send reminder', send: 'Send reminder', first: /^Friendly reminder,/, none: 'No reminders yet.' },
    ...{ sums: 'Amount claimed', second: '2nd reminder', fee: 'Reminder fee' },
    ...{ reverse: /^Reverse the (payment|refund) of/, doReverse: 'Reverse', reversed: 'reversed' },
    ...{ refund: 'Record refund', amount: 'Amount', day: 'Refunded on', done: /^Refund of €119.00/ },
    ...{ asked: 'Record a refund to Retour en', tooMuch: '119.01', right: '119.00' },
  },
} as const

const dealt = {
  de: {
    ...{ recurring: 'Serienrechnungen', bookings: 'Buchungen', appointments: 'Termine', time: 'Zeit' },
    ...{ past: 'Vergangen', report: 'Im Bericht' },
    none: [
      ...['Noch keine Serienrechnung', 'Noch keine Buchung', 'Keine Termine im Zeitraum von einem Jahr'],
      'Noch keine Zeit erfasst',
    ],
  },
  en: {
    ...{ recurring: 'Recurring invoices', bookings: 'Bookings', appointments: 'Appointments', time: 'Time' },
    ...{ past: 'Past', report: 'View report' },
    none: [...['No recurring invoice yet', 'No booking yet', 'No appointments within a year'], 'No time tracked yet'],
  },
} as const

const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)
const address = { street: 'Ring 2', postal_code: '10115', city: 'Berlin', country: 'DE' }

const client = async (name: string) =>
  (await at.owner.rest('POST', '/clients', { name, email: `${name.replace(/\W/g, '')}@kunde.example`, ...address }))
    .body.id as string

async function overdue(name: string) {
  const { body } = await at.owner.rest('POST', '/invoices', {
    ...{ client_id: await client(name), issue_date: day(-40), due_date: day(-20) },
    line_items: [{ description: 'Beratung', quantity: 1, unit: 'LS', unit_price_cents: 50_000, tax_rate: 19 }],
  })
  const sent = await at.owner.rest('POST', `/invoices/${body.id}/send`, { channel: 'none' })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  await at.owner.rest('POST', `/invoices/${body.id}/payments`, {
    amount_cents: 1_000,
    paid_at: day(-1),
    method: 'cash',
  })
  await markOverdue(at.app.services, at.app.system)
  return body.id as string
}

describeInBrowser('related records', () => {
  beforeAll(async () => {
    if (!browserPath) return
    await at.owner.rest('PUT', '/organization', {
      ...{ legal_name: 'Werkstatt GmbH', tax_number: '22/123/45678', vat_id: 'DE136695976', ...address },
      ...{ iban: 'DE02120300000000202051', phone: '+49 40 1', email: 'post@werkstatt.example' },
    })
  })

  test.each(['de', 'en'] as const)('of a client: quotes, projects and notes: %s', async (language) => {
    const words = said[language]
    const id = await client(`Kunde ${language}`)
    const project = await at.owner.rest('POST', '/projects', { name: `Umbau ${language}`, client_id: id })
    expect(project.status).toBe(201)
    const quote = await at.owner.rest('POST', '/quotes', {
      ...{ client_id: id, issue_date: day(0), valid_until: day(20) },
      line_items: [{ description: 'Plan', quantity: 1, unit: 'LS', unit_price_cents: 1_000, tax_rate: 19 }],
    })
    expect(quote.status, JSON.stringify(quote.body)).toBe(201)
    const { page, complaints, close } = await openAs(Role.admin, language, `/clients/${id}`)
    await page.getByRole('link', { name: `Umbau ${language}` }).waitFor()
    await expect.poll(() => page.getByRole('table', { name: words.quotes }).getByRole('row').count()).toBe(2)
    await page.getByLabel(words.notes, { exact: true }).fill('Ruft gern an.')
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await page.getByText(words.saved).waitFor()
    expect((await at.owner.rest('GET', `/clients/${id}`)).body.notes).toBe('Ruft gern an.')
    expect(complaints).toEqual([])
    await close()
    const viewer = await openAs(Role.viewer, language, `/clients/${id}`)
    await viewer.page.getByText('Ruft gern an.').waitFor()
    expect(await viewer.page.getByRole('textbox', { name: words.notes }).count()).toBe(0)
    await viewer.close()
  })

  test.each(['de', 'en'] as const)('of a client: others by permission: %s', async (language) => {
    const words = dealt[language]
    const name = `Handel ${language}`
    const id = await client(name)
    const { page, complaints, close } = await openAs(Role.admin, language, `/clients/${id}`)
    for (const none of words.none) await page.getByText(none, { exact: true }).waitFor()
    expect(await runAxe(page)).toEqual([])
    const made = async (path: string, body: object) => {
      const answer = await at.owner.rest('POST', path, body)
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      return answer.body
    }
    const { id: project_id } = await made('/projects', { name: `Lager ${language}`, client_id: id })
    const hour = (after: number) => new Date(Date.now() + after * 3_600_000).toISOString()
    await made('/calendar/events', {
      ...{ title: 'Besichtigung', location: 'Kai 4', client_id: id, start_time: hour(30), end_time: hour(31) },
    })
    await made('/calendar/events', { title: 'Auftakt', client_id: id, start_time: hour(-50), end_time: hour(-49) })
    await made('/time-entries', { project_id, started_at: hour(-3), ended_at: hour(-1.5), description: 'Zählen' })
    await made('/recurring-invoices', {
      ...{ client_id: id, interval: 'month', starts_on: '2099-01-31' },
      line_items: [{ description: 'Wartung', quantity: 1, unit_price_cents: 24_900, tax_rate: 19 }],
    })
    await page.reload()
    const rows = (title: string) => page.getByRole('table', { name: title, exact: true }).getByRole('row')
    await expect.poll(() => rows(words.appointments).count()).toBe(3)
    await expect.poll(() => rows(words.appointments).nth(1).textContent()).toContain('Besichtigung')
    await rows(words.appointments).nth(2).getByText(words.past, { exact: true }).waitFor()
    await rows(words.recurring).getByRole('link', { name: 'Wartung' }).waitFor()
    await page.getByRole('definition').filter({ hasText: '1:30' }).first().waitFor()
    // What guests book is seen at once.
    const slug = `gespraech-${language}`
    await made('/booking/event-types', { name: 'Gespräch', slug, duration_minutes: 15 })
    const { slug: host } = (await at.owner.rest('GET', '/me')).body
    const open = await at.owner.rest('GET', `/public/booking/${host}/${slug}/slots?from=${hour(200)}&to=${hour(800)}`)
    await made(`/public/booking/${host}/${slug}/book`, {
      ...{ start: open.body.slots[0].start, name: 'Kim Rau', email: `${name.replace(/\W/g, '')}@kunde.example` },
    })
    await rows(words.bookings).filter({ hasText: 'Kim Rau' }).waitFor()
    expect(await runAxe(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
    await page.getByRole('link', { name: words.report, exact: true }).click()
    await page.waitForURL(new RegExp(`/time/reports\\?.*client=${id}`))
    await page.getByText('1:30').first().waitFor()
    expect(complaints).toEqual([])
    await close()
    for (const [role, seen] of [
      [Role.viewer, [words.bookings, words.appointments, words.time]],
      [Role.member, [words.bookings, words.appointments, words.time]],
      [Role.accountant, [words.recurring, words.bookings, words.appointments, words.time]],
    ] as const) {
      const reader = await openAs(role, language, '/clients')
      const asked: string[] = []
      reader.page.on('request', (request) => asked.push(request.postData() ?? ''))
      await reader.page.getByRole('link', { name, exact: true }).click()
      await reader.page.getByRole('definition').filter({ hasText: '1:30' }).first().waitFor()
      const titles = [words.recurring, words.bookings, words.appointments, words.time]
      const shown = []
      for (const title of titles)
        if (await reader.page.getByRole('heading', { name: title, exact: true }).count()) shown.push(title)
      expect({ role, shown }).toEqual({ role, shown: seen })
      // Nobody asks for what they may not see.
      expect(asked.some((each) => each.includes('query RecurringOfClient'))).toBe(role === Role.accountant)
      expect(reader.complaints).toEqual([])
      await reader.close()
    }
  })

  test.each(['de', 'en'] as const)('of an overdue invoice: reminders, and a reversed payment: %s', async (language) => {
    const words = said[language]
    const id = await overdue(`Spät ${language}`)
    const { page, complaints, close } = await openAs(Role.accountant, language, `/invoices/${id}`)
    await page.getByText(words.none).waitFor()
    await page.getByRole('button', { name: words.remind, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.send }).click()
    await page.getByRole('link', { name: words.first }).waitFor()
    await page.getByRole('button', { name: words.reverse }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.doReverse, exact: true }).click()
    await page.getByText(words.reversed, { exact: true }).waitFor()
    expect((await at.owner.rest('GET', `/invoices/${id}`)).body).toMatchObject({ paid_cents: 0, reminder_level: 0 })
    expect(complaints).toEqual([])
    await close()
    const viewer = await openAs(Role.auditor, language, `/invoices/${id}`)
    await viewer.page.getByRole('link', { name: words.first }).waitFor()
    expect(await viewer.page.getByRole('button', { name: words.remind, exact: true }).count()).toBe(0)
    expect(await viewer.page.getByRole('button', { name: words.reverse }).count()).toBe(0)
    await viewer.close()
  })

  test.each(['de', 'en'] as const)('of a reminder: a preview of its claim before sending: %s', async (language) => {
    const words = said[language]
    const levels = [0, 2].map((level) => ({ level, days: 7, fee_cents: level * 125, text: null }))
    await at.owner.rest('PUT', '/organization', { dunning: { automatic: false, levels } })
    const id = await overdue(`Säumig ${language}`)
    expect((await at.owner.rest('POST', `/invoices/${id}/reminders`, { channel: 'none' })).status).toBe(201)
    const { page, complaints, close } = await openAs(Role.accountant, language, `/invoices/${id}`)
    await page.getByRole('button', { name: words.remind, exact: true }).click()
    const sums = page.getByRole('alertdialog').locator(`dl[aria-label="${words.sums}"]`)
    // After the friendly one comes the second: the settings have no first.
    await sums.getByText(words.second, { exact: true }).waitFor()
    const total = await sums.locator('.sum dd').textContent()
    const fee = await sums.locator('div').filter({ hasText: words.fee }).locator('dd').textContent()
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await scrollsSideways(page)).toBe(false)
    await dialogIsSeen(page)
    expect(await runAxe(page)).toEqual([])
    await page.getByRole('alertdialog').getByRole('button', { name: words.send }).click()
    await page.getByRole('link', { name: new RegExp(`^${words.second},`) }).waitFor()
    const { body } = await at.owner.rest('GET', `/reminders?invoice_id=${id}&level=2`)
    const money = (cents: number) =>
      new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(cents / 100)
    expect([fee, total]).toEqual([250, body.reminders[0].total_cents].map(money))
    expect(complaints).toEqual([])
    await close()
  })

  test.each(['de', 'en'] as const)('of a credit note: the refund and its reversal: %s', async (language) => {
    const words = said[language]
    const { body } = await at.owner.rest('POST', '/invoices', {
      ...{ client_id: await client(`Retour ${language}`), issue_date: day(-10), due_date: day(10) },
      line_items: [{ description: 'Beratung', quantity: 1, unit: 'LS', unit_price_cents: 10_000, tax_rate: 19 }],
    })
    const path = `/invoices/${body.id}`
    expect((await at.owner.rest('POST', `${path}/send`, { channel: 'none' })).status).toBe(200)
    const paid = { amount_cents: 11_900, paid_at: day(-1), method: 'bank_transfer' }
    expect((await at.owner.rest('POST', `${path}/payments`, paid)).status).toBe(201)
    const note = (await at.owner.rest('POST', `${path}/credit-note`)).body
    expect(note).toMatchObject({ kind: 'credit_note', refund_due_cents: 11_900 })

    const { page, complaints, close } = await openAs(Role.accountant, language, `/invoices/${note.id}`)
    await page.getByRole('button', { name: words.refund, exact: true }).click()
    const dialog = page.getByRole('alertdialog', { name: words.asked })
    const submit = dialog.getByRole('button', { name: words.refund, exact: true })
    const amount = dialog.getByLabel(words.amount, { exact: true })
    expect(await amount.inputValue()).toBe(words.right)
    await dialogIsSeen(page)
    expect(await runAxe(page)).toEqual([])
    // More than is to be refunded, or on a day to come: the field says so, and nothing has happened.
    await amount.fill(words.tooMuch)
    await submit.click()
    await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true')
    await amount.fill(words.right)
    await dialog.getByLabel(words.day, { exact: true }).fill(day(40))
    await submit.click()
    await expect.poll(() => dialog.getByLabel(words.day, { exact: true }).getAttribute('aria-invalid')).toBe('true')
    expect((await at.owner.rest('GET', `/invoices/${note.id}`)).body.refund_due_cents).toBe(11_900)
    await dialog.getByLabel(words.day, { exact: true }).fill(day(-1))
    await submit.click()
    await page.getByText(words.done).waitFor()
    expect((await at.owner.rest('GET', `/invoices/${note.id}`)).body).toMatchObject({
      ...{ refund_due_cents: 0, status: 'paid' },
    })
    await expect.poll(() => page.getByRole('button', { name: words.refund, exact: true }).count()).toBe(0)

    await page.getByRole('button', { name: words.reverse }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.doReverse, exact: true }).click()
    await page.getByRole('button', { name: words.refund, exact: true }).waitFor()
    expect((await at.owner.rest('GET', `/invoices/${note.id}`)).body.refund_due_cents).toBe(11_900)
    expect(complaints).toEqual([])
    await close()
    const auditor = await openAs(Role.auditor, language, `/invoices/${note.id}`)
    await auditor.page.getByText(words.reversed, { exact: true }).waitFor()
    expect(await auditor.page.getByRole('button', { name: words.refund, exact: true }).count()).toBe(0)
    // Nobody pays a credit note by a day: the list says none.
    await auditor.page.goto(`${web.base()}/app/invoices?q=Retour+${language}`)
    const dueOf = (number: string) =>
      auditor.page.getByRole('row').filter({ hasText: number }).locator('td').nth(3).textContent()
    expect(await dueOf(note.number)).toBe('–')
    expect(await dueOf((await at.owner.rest('GET', path)).body.number)).toMatch(/20\d\d/)
    await auditor.close()
  })
})
