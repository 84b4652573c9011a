import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { startOfDay, toInstant, toLocalTime } from '../../src/web/i18n/local-time.ts'
import { waitForSubscriptions } from '../harness/subscriptions.ts'
import { describeInBrowser, everyPageIsSound, inBrowser } from './in-browser.ts'
import { dashboardScreens } from './screens/dashboard.ts'

const web = inBrowser()
const { at, openAs } = web

const said = {
  de: {
    ...{ title: 'Übersicht', newClient: 'Neuer Kunde', revenue: 'Umsatz', receivables: 'Offene Forderungen' },
    ...{
      chart: 'Umsatz der letzten zwölf Monate, netto',
      asTable: 'Tabelle anzeigen',
      finish: 'Fertigstellen: Entwurf',
    },
    ...{ time: 'Zeit', running: 'Laufende Timer', today: 'Heute', next: 'Nächste Schritte' },
    money: (euros: number) => `${euros.toLocaleString('de-DE')},00\u00a0€`,
  },
  en: {
    ...{ title: 'Overview', newClient: 'New client', revenue: 'Revenue', receivables: 'Receivables' },
    ...{ chart: 'Revenue of the last twelve months, net', asTable: 'Show table', finish: 'Finish: Draft' },
    ...{ time: 'Time', running: 'Running timers', today: 'Today', next: 'Next steps' },
    money: (euros: number) => `€${euros.toLocaleString('en-GB')}.00`,
  },
} as const

const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)
const address = { street: 'Ring 2', postal_code: '10115', city: 'Berlin', country: 'DE' }

async function newInvoice(clientId: string, euros: number) {
  const { body } = await at.owner.rest('POST', '/invoices', {
    ...{ client_id: clientId, issue_date: day(0), due_date: day(14) },
    line_items: [{ description: 'Beratung', quantity: 1, unit: 'LS', unit_price_cents: euros * 100, tax_rate: 19 }],
  })
  return body.id as string
}

describeInBrowser('dashboard', () => {
  test.each(['de', 'en'] as const)('shows the next step in an empty organization: %s', async (language) => {
    const words = said[language]
    const owner = await openAs(Role.owner, language)
    await owner.page.getByRole('heading', { level: 1, name: words.title }).waitFor()
    await owner.page.getByRole('link', { name: words.newClient, exact: true }).click()
    await owner.page.getByRole('heading', { level: 1, name: words.newClient }).waitFor()
    await owner.page.locator('#content').focus()
    await owner.page.keyboard.press('g')
    await owner.page.keyboard.press(language === 'de' ? 'u' : 'o')
    await owner.page.getByRole('heading', { level: 1, name: words.title }).waitFor()
    const current = owner.page.getByRole('navigation').locator('[aria-current=page]')
    expect(await current.allTextContents()).toEqual([words.title])
    expect(owner.complaints).toEqual([])
    await owner.close()
    const viewer = await openAs(Role.viewer, language)
    await viewer.page.getByRole('heading', { level: 2 }).first().waitFor()
    expect(await viewer.page.getByRole('link', { name: words.newClient }).count()).toBe(0)
    await viewer.close()
  })

  test.each(['de', 'en'] as const)('shows revenue as bars, by arrow keys, and as a table: %s', async (language) => {
    const words = said[language]
    await at.owner.rest('PUT', '/organization', { ...address, legal_name: 'Werk', tax_number: '22/123/45678' })
    const { body: client } = await at.owner.rest('POST', '/clients', { name: 'Takel & Tau', ...address })
    const before = await revenue()
    const draft = await newInvoice(client.id, 500)
    const { page, complaints, close } = await openAs(Role.accountant, language)
    const card = page.getByRole('region', { name: words.revenue })
    await card.locator('.sums dd').first().waitFor()
    await page
      .getByRole('link', { name: new RegExp(`^${words.finish}`) })
      .first()
      .waitFor()
    await waitForSubscriptions(at)
    const sent = await at.owner.rest('POST', `/invoices/${draft}/send`, { channel: 'none' })
    expect(sent.status).toBe(200)
    const now = words.money(before + 500)
    await expect.poll(() => card.locator('.sums dd').first().textContent()).toBe(now)
    // The chart is one stop of Tab, and begins at this month.
    const chart = card.getByRole('group', { name: words.chart })
    const bars = chart.getByRole('img')
    expect(await bars.count()).toBe(12)
    await bars.last().focus()
    expect(await bars.last().getAttribute('aria-label')).toContain(now)
    await page.keyboard.press('ArrowLeft')
    expect(await bars.nth(10).evaluate((bar) => bar === document.activeElement)).toBe(true)
    await card.getByRole('button', { name: words.asTable }).click()
    expect(await card.getByRole('table').getByRole('row').last().textContent()).toContain(now)
    await page.getByRole('region', { name: words.receivables }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  const revenue = async () => {
    const { rows } = (await at.owner.rest('GET', '/reports/revenue')).body as { rows: { net_cents: number }[] }
    return rows.reduce((sum, { net_cents }) => sum + net_cents, 0) / 100
  }

  test.each(['Pacific/Pago_Pago', 'Pacific/Kiritimati'])(
    "uses the calendar's time zone for today: %s",
    async (timezoneId) => {
      const midnight = startOfDay(toLocalTime(Date.now(), 'Europe/Berlin'))
      const at0 = (minutes: number) => toInstant(midnight + minutes * 60_000, 'Europe/Berlin')
      for (const [title, begins] of [
        ['Ganz früh', 5],
        ['Ganz spät', 23 * 60 + 30],
      ] as const) {
        const event = { title, start_time: at0(begins), end_time: at0(begins + 20) }
        expect((await at.owner.rest('POST', '/calendar/events', event)).status).toBe(201)
      }
      const { page, close } = await openAs(Role.member, 'de', '/', { timezoneId })
      const card = page.getByRole('region', { name: said.de.today })
      await card
        .getByRole('listitem')
        .filter({ hasText: 'Ganz früh' })
        .filter({ hasText: '00:05–00:25' })
        .first()
        .waitFor()
      await card
        .getByRole('listitem')
        .filter({ hasText: 'Ganz spät' })
        .filter({ hasText: '23:30–23:50' })
        .first()
        .waitFor()
      await close()
    },
  )

  test('shows each role only what it may see', async () => {
    await at.owner.rest('POST', '/clients', { name: 'Irgendwer' })
    const { revenue: money, receivables, next, time, today } = said.de
    const cards: Readonly<Record<Role, readonly string[]>> = {
      owner: [today, next, money, time, receivables],
      admin: [today, next, money, time, receivables],
      accountant: [today, next, money, time, receivables],
      auditor: [next, money, receivables],
      member: [today, time],
      viewer: [today, time],
    }
    for (const [role, titles] of Object.entries(cards)) {
      const { page, complaints, close } = await openAs(role as Role, 'de')
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      expect([role, await page.getByRole('heading', { level: 2 }).allTextContents()]).toEqual([role, titles])
      await page.waitForFunction(() => !document.querySelector('.skeleton'))
      expect([role, await page.locator('.empty-state').count(), complaints]).toEqual([role, 0, []])
      await close()
    }
  })

  test('shows today, next events, money and time first, with accessible charts', async () => {
    const { body: client } = await at.owner.rest('POST', '/clients', {
      name: 'Weberei mit einem längeren Namen',
      ...address,
    })
    for (const euros of [7, 1_234_567]) await newInvoice(client.id, euros)
    const { page, close } = await openAs(Role.owner, 'de', '/', { viewport: { width: 1280, height: 800 } })
    await page.locator('.due .button').nth(1).waitFor()
    await page.waitForFunction(() => !document.querySelector('.skeleton'))
    const { revenue: money, next, time, today } = said.de
    for (const name of [today, next, money, time])
      expect((await page.getByRole('region', { name, exact: true }).boundingBox())?.y, name).toBeLessThan(700)
    for (const width of [1280, 820, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      // Letters as large as they are seen, where the drawing is scaled too.
      const sizes = () =>
        page.locator('.chart text').evaluateAll((texts) =>
          texts.map((text) => {
            const scale = (text as SVGGraphicsElement).getScreenCTM()?.a ?? 0
            return Math.round(Number.parseFloat(getComputedStyle(text).fontSize) * scale)
          }),
        )
      await expect.poll(async () => Math.min(...(await sizes())), { message: `${width}` }).toBeGreaterThanOrEqual(12)
      const steps = page.locator('.due li:has(> .button)')
      const places = await steps.evaluateAll((rows) =>
        rows.map((row) => {
          const button = row.querySelector('.button')?.getBoundingClientRect()
          const figure = row.querySelector('.figure')?.getBoundingClientRect()
          return [button?.right, (button?.top ?? 0) > (figure?.top ?? 0) + 8]
        }),
      )
      expect(new Set(places.map(String)).size, `${width}`).toBe(1)
    }
    await close()
  })

  everyPageIsSound(web, Role.owner, dashboardScreens)
})
