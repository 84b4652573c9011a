import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { describeInBrowser, inBrowser } from './in-browser.ts'

// Whatever stands in an address, there is a page, and a way on from it.

const web = inBrowser()
const { at, openAs } = web

const unknown = '00000000-0000-4000-8000-000000000000'

describeInBrowser('URL', () => {
  test('of a missing record shows that it does not exist', async () => {
    const { page, close } = await openAs(Role.owner, 'de')
    for (const path of [
      ...[
        `/projects/${unknown}`,
        `/projects/${unknown}/tasks`,
        `/projects/${unknown}/whiteboards`,
        '/projects/none/tasks',
      ],
      ...[`/time?member=${unknown}`, `/files?folder=${unknown}`],
    ]) {
      await page.goto(`${web.base()}/app${path}`)
      await page.getByRole('heading', { name: 'Diese Seite gibt es nicht' }).waitFor()
      expect(await page.locator('main').getByRole('navigation', { name: 'Ansichten' }).count()).toBe(0)
    }
    await page.goto(`${web.base()}/app/nirgends`)
    await page.getByRole('heading', { level: 1, name: 'Diese Seite gibt es nicht' }).waitFor()
    expect(await page.title()).toBe('Diese Seite gibt es nicht – Kontor')
    await close()
  }, 150_000)

  test('with an invalid query shows the default', async () => {
    await at.owner.rest('POST', '/clients', { name: 'Einzige GmbH' })
    await at.owner.rest('POST', '/clients', { name: 'Baujahr 2026' })
    const { page, complaints, close } = await openAs(Role.owner, 'de')
    for (const search of ['page=-1&q=', 'page=99999999999']) {
      await page.goto(`${web.base()}/app/clients?${search}`)
      await page.getByRole('link', { name: 'Einzige GmbH' }).waitFor()
    }
    await page.goto(`${web.base()}/app/clients?q=2026`)
    await page.getByRole('link', { name: 'Baujahr 2026' }).waitFor()
    expect(await page.getByRole('link', { name: 'Einzige GmbH' }).count()).toBe(0)
    for (const [path, heading] of [
      ['/tasks?sort=__proto__&status=__proto__&due=toString&page=-1&project=1', 'Aufgaben'],
      ['/time?day=9999-12-31&member=1', 'Zeiten'],
      ['/time?day=2026-02-30', 'Zeiten'],
      ['/time/reports?from=9999-12-31&by=__proto__&which=__proto__', 'Auswertung'],
      ['/calendar?date=9999-12-31&view=__proto__&members=%5B1%5D', 'Kalender'],
      ['/files?folder=1&page=0', 'Dateien'],
      ['/settings/audit-log?from=9999-99-99&action=__proto__', 'Protokoll'],
      ['/invoices?status=__proto__', 'Rechnungen'],
    ] as const) {
      await page.goto(`${web.base()}/app${path}`)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await page.waitForFunction(() => !document.querySelector('.skeleton'))
      expect({ path, failed: await page.getByText('Das hat nicht geklappt').count() }).toEqual({ path, failed: 0 })
    }
    // A page after the last shows the way to the first.
    await page.goto(`${web.base()}/app/clients?page=7`)
    await page.getByRole('button', { name: 'Zur ersten Seite' }).click()
    await page.getByRole('link', { name: 'Einzige GmbH' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  }, 150_000)

  test('is loaded again after Retry-After, and shows if that fails', async () => {
    const { page, close } = await openAs(Role.owner, 'de')
    let refused = 0
    let most = 1
    await page.route('**/graphql', (route) => {
      if (refused >= most || !route.request().postData()?.includes('query Clients')) return route.fallback()
      refused += 1
      const json = { error: 'rate_limited', message: 'Zu viele Anfragen; Retry-After nennt die Wartezeit.' }
      return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json })
    })
    await page.goto(`${web.base()}/app/clients`)
    await page.getByRole('link', { name: 'Einzige GmbH' }).waitFor()
    expect(refused).toBe(1)
    ;[refused, most] = [0, 2]
    await page.reload()
    await page.getByText('Gerade wird zu viel auf einmal abgefragt.').waitFor()
    expect(refused).toBe(2)
    await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()
    await page.getByRole('link', { name: 'Einzige GmbH' }).waitFor()
    await close()
  })
})
