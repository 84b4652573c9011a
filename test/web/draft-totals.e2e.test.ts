import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { describeInBrowser, inBrowser } from './in-browser.ts'

const { at, openAs } = inBrowser()

const newClient = async (name: string): Promise<string> =>
  (await at.owner.rest('POST', '/clients', { name, country: 'DE' })).body.id

describeInBrowser('draft totals', () => {
  test('disappear while a rate of 0 % has no reason', async () => {
    const client = await newClient('Ohne Grund')
    const { page, close } = await openAs(Role.accountant, 'de', `/invoices/new?client=${client}`)
    await page.getByLabel('Beschreibung', { exact: true }).fill('Beratung')
    await page.getByLabel('Einzelpreis', { exact: true }).fill('100')
    const total = page.locator('.totals .sum dd')
    await expect.poll(() => total.textContent()).toBe('119,00\u00a0€')
    await page.getByLabel('USt', { exact: true }).selectOption('0')
    await page.getByLabel(/^Grund/).waitFor()
    await expect.poll(() => page.locator('.totals dd').allTextContents()).toEqual(['–', '–'])
    await page.getByLabel(/^Grund/).fill('Steuerfrei nach § 4 Nr. 21 UStG')
    await expect.poll(() => total.textContent()).toBe('100,00\u00a0€')
    await close()
  })
})
