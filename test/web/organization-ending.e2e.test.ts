import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { describeInBrowser, everyPageIsSound, inBrowser } from './in-browser.ts'
import { type Step, at as to } from './screens/step.ts'

const web = inBrowser()
const { at, openAs } = web

/** The organization as it is on the day of its end, or back in business. */
const setEnded = (hasEnded: boolean) =>
  at.app.system.query('update organizations set ended_at = case when $2 then now() end where id = $1', [
    at.organizationId,
    hasEnded,
  ])
const organizationName = async () => (await at.owner.rest('GET', '/organization')).body.name as string
/** Shows a page of an organization that ends, has ended, or goes on. */
const shown =
  (state: 'open' | 'ending' | 'ended', path: string): Step =>
  async (where) => {
    await setEnded(false)
    await at.owner.rest('POST', '/organization/keep', {})
    if (state !== 'open') await at.owner.rest('POST', '/organization/end', { name: await organizationName() })
    await setEnded(state === 'ended')
    await to(path)(where)
  }

describeInBrowser('ending an organization', () => {
  test('is confirmed with its name by an owner, shown on every page and revoked', async () => {
    const name = await organizationName()
    const { page, complaints, close } = await openAs(Role.owner, 'de', '/settings/export')
    const section = page.getByRole('region', { name: 'Organisation beenden' })
    await section.getByLabel('Name der Organisation').fill('Nebenan')
    await section.getByRole('button', { name: 'Organisation beenden' }).click()
    await section.getByText('ist nicht der Name der Organisation').waitFor()
    await section.getByLabel('Name der Organisation').fill(name)
    await section.getByRole('button', { name: 'Organisation beenden' }).click()
    await section.getByText(/^Diese Organisation endet am /).waitFor()
    await page.goto(`${web.base()}/app/clients`)
    await page.getByText(/^Diese Organisation endet am /).waitFor()
    await page.getByRole('link', { name: 'Einzelheiten' }).click()
    await section.getByRole('button', { name: 'Ende zurücknehmen' }).click()
    await section.getByLabel('Name der Organisation').waitFor()
    expect(await page.getByText(/^Diese Organisation endet am /).count()).toBe(0)
    expect((await at.owner.rest('GET', '/organization/ending')).body.ends_on).toBeNull()
    expect(complaints).toEqual([])
    await close()
  })

  test('is offered only to owners', async () => {
    const { page, close } = await openAs(Role.admin, 'en', '/settings/export')
    await page.getByRole('region', { name: 'Accounting' }).waitFor()
    expect(await page.getByRole('region', { name: 'End the organization' }).count()).toBe(0)
    await close()
  })

  everyPageIsSound(web, Role.owner, {
    open: shown('open', '/settings/export'),
    ending: shown('ending', '/settings/export'),
    banner: shown('ending', '/clients'),
    ended: shown('ended', '/settings/export'),
    read: shown('ended', '/invoices'),
  })

  test('leaves owners a page to read and export', async () => {
    await setEnded(false)
    const { page, complaints, close } = await openAs(Role.owner, 'en', '/clients')
    await at.owner.rest('POST', '/organization/end', { name: await organizationName() })
    await setEnded(true)
    await page.reload()
    await page.getByText(/^This organization ended on /).waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('button', { name: 'New client' }).count()).toBe(0)
    await page.goto(`${web.base()}/app/settings/export`)
    await page.getByRole('radio', { name: 'CSV' }).check()
    for (const [region, button] of [
      ['Accounting', 'Download'],
      ['Everything', 'Download everything'],
    ] as const) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('region', { name: region }).getByRole('button', { name: button }).click(),
      ])
      expect(await file.failure()).toBe(null)
    }
    expect(complaints).toEqual([])
    await close()
  })
})
