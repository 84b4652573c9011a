import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { describeInBrowser, inBrowser } from './in-browser.ts'

const web = inBrowser()
const { at, openAs } = web
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

describeInBrowser('on a phone', () => {
  test.each([
    ['de', 'Filter', 'Zuständig', 'Gruppieren nach'],
    ['en', 'Filters', 'Assignee', 'Group by'],
  ] as const)('filters are folded, and say how many hold: %s', async (language, filter, assignee, grouping) => {
    const { page, complaints, close } = await openAs(Role.owner, language, '/tasks', phone)
    const fold = page.getByRole('button', { name: new RegExp(`^${filter}( \\(\\d\\))?$`) })
    const choice = page.getByLabel(assignee, { exact: true })
    await fold.waitFor()
    expect([await fold.textContent(), await fold.getAttribute('aria-expanded'), await choice.isVisible()]).toEqual([
      ...[filter, 'false', false],
    ])
    await fold.click()
    await choice.selectOption('me')
    await expect.poll(() => fold.textContent()).toBe(`${filter} (1)`)
    await page.setViewportSize({ width: 1280, height: 800 })
    await fold.waitFor({ state: 'hidden' })
    expect(await choice.isVisible()).toBe(true)
    await page.setViewportSize(phone.viewport)
    await page.goto(`${web.base()}/app/time/reports?by=client&which=billable`)
    await page.getByRole('button', { name: `${filter} (1)`, exact: true }).click()
    await page.getByLabel(grouping, { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('marks "more" in the tab bar for other pages', async () => {
    const { page, close } = await openAs(Role.owner, 'de', '/', phone)
    const more = page.getByRole('navigation', { name: 'Hauptnavigation' }).getByRole('button')
    await more.filter({ hasText: /^Mehr$/ }).waitFor()
    await page.goto(`${web.base()}/app/clients`)
    await more.filter({ hasText: /^Mehr: Kunden$/ }).waitFor()
    const looks = () => more.evaluate((each) => getComputedStyle(each).color)
    const current = await looks()
    await page.goto(`${web.base()}/app/tasks`)
    await more.filter({ hasText: /^Mehr$/ }).waitFor()
    expect(await looks()).not.toBe(current)
    await close()
  })

  test.each([
    [Role.owner, ['Übersicht', 'Rechnungen', 'Aufgaben', 'Zeiten']],
    [Role.auditor, ['Übersicht', 'Kunden', 'Angebote', 'Rechnungen']],
  ] as const)('the bar has what a day needs, as far as one may: %s', async (role, names) => {
    const { page, close } = await openAs(role, 'de', '/', phone)
    const places = page.getByRole('navigation', { name: 'Hauptnavigation' })
    await places.getByRole('button', { name: /^Mehr/ }).waitFor()
    const shown = (await places.getByRole('link').allTextContents()).map((name) => name.trim())
    expect(shown, 'The first items of navigationItems fill the bar: add new ones further down.').toEqual(names)
    await close()
  })

  test('closes menus, palette and shortcuts with their page', async () => {
    const { page, close } = await openAs(Role.owner, 'de', '/', phone)
    const places = page.getByRole('navigation', { name: 'Hauptnavigation' })
    await places.getByRole('link', { name: 'Aufgaben' }).click()
    await page.waitForURL(/\/tasks/)
    const over = {
      menu: () => places.getByRole('button', { name: /^Mehr/ }).click(),
      dialog: () => page.keyboard.press('Control+k'),
    } as const
    for (const [role, open] of Object.entries(over)) {
      await open()
      await page.getByRole(role as keyof typeof over).waitFor()
      await page.goBack()
      await page.getByRole(role as keyof typeof over).waitFor({ state: 'detached' })
      expect(page.url()).not.toContain('/tasks')
      await page.goForward()
      await page.waitForURL(/\/tasks/)
    }
    await close()
  })

  test('shows the main action first and tabs in one row', async () => {
    const client = await at.owner.rest('POST', '/clients', { name: 'Takel & Tau' })
    const line = { description: 'Beratung', quantity: 1, unit: 'LS', unit_price_cents: 100, tax_rate: 19 }
    const dates = { issue_date: '2026-03-02', due_date: '2026-03-16' }
    const made = await at.owner.rest('POST', '/invoices', { client_id: client.body.id, ...dates, line_items: [line] })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const { page, close } = await openAs(Role.owner, 'de', '/invoices', phone)
    const actions = page.locator('.head .actions > .button')
    await actions.nth(2).waitFor()
    const firstSeen = await actions.evaluateAll((all) => {
      const place = (each: Element) => each.getBoundingClientRect().top * 1000 + each.getBoundingClientRect().left
      return all.toSorted((one, other) => place(one) - place(other))[0]?.textContent
    })
    expect(firstSeen).toBe('Neue Rechnung')
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(`${web.base()}/app/time`)
    const tabs = page.getByRole('navigation', { name: 'Zeiten' }).getByRole('link')
    await tabs.nth(2).waitFor()
    expect(new Set(await tabs.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))).size).toBe(1)
    await close()
  })

  test('shows dates and totals of a draft in full on the smallest phone', async () => {
    const client = await at.owner.rest('POST', '/clients', { name: 'Groß & Söhne' })
    const line = { description: 'Werft', quantity: 1, unit: 'LS', unit_price_cents: 12_345_678_901, tax_rate: 19 }
    const dates = { issue_date: '2026-03-02', due_date: '2026-03-16' }
    const made = await at.owner.rest('POST', '/invoices', { client_id: client.body.id, ...dates, line_items: [line] })
    const small = { viewport: { width: 320, height: 700 }, hasTouch: true }
    const { page, close } = await openAs(Role.owner, 'de', `/invoices/${made.body.id}`, small)
    await page.locator('.totals').getByText('146.913.578,92\u00a0€').waitFor()
    const brokenSums = () =>
      page.locator('.totals :is(dt, dd)').evaluateAll((all) =>
        all.flatMap((each) => {
          const range = document.createRange()
          range.selectNodeContents(each)
          return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [each.textContent] : []
        }),
      )
    expect(await brokenSums()).toEqual([])
    for (const name of ['Rechnungsdatum', 'Zahlbar bis'])
      expect((await page.getByLabel(name).boundingBox())?.width, name).toBeGreaterThan(135)
    await close()
  })

  test('aligns the back links of a webhook', async () => {
    const input = { url: 'https://example.com/hook', events: ['invoice.sent'] }
    const webhook = await at.owner.rest('POST', '/webhooks', input)
    const { page, close } = await openAs(Role.owner, 'de', `/settings/webhooks/${webhook.body.id}`, phone)
    const back = page.locator('.back')
    await back.nth(1).waitFor()
    const places = await back.evaluateAll((all) =>
      all.map((each) => [
        each.querySelector('svg')?.getBoundingClientRect().left,
        ...[getComputedStyle(each).fontSize, getComputedStyle(each).fontWeight],
      ]),
    )
    expect(places).toHaveLength(2)
    expect(places[1]).toEqual(places[0])
    await close()
  })
})
