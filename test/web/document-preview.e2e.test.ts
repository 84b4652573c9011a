import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { runAxe } from '../harness/browser.ts'
import { describeInBrowser, inBrowser } from './in-browser.ts'

// The document beside its form, as one types.

const web = inBrowser()
const { at, openAs } = web

const said = {
  de: {
    ...{ description: 'Beschreibung', price: 'Einzelpreis', rate: 'USt', save: 'Speichern', saved: 'Gespeichert.' },
    ...{ drawing: 'Wird gezeichnet …', late: 'Nicht mehr aktuell', unsaved: 'Noch nicht gespeichert' },
    ...{ wrong: 'Eine Angabe stimmt noch nicht. Zu sehen ist der Stand davor.', client: 'Kunde', due: 'Zahlbar bis' },
    ...{ before: 'Wählen Sie einen Kunden', title: 'Titel', content: 'Vertragstext', typed: '97,50' },
    retry: 'Noch einmal versuchen',
  },
  en: {
    ...{ description: 'Description', price: 'Unit price', rate: 'VAT', save: 'Save', saved: 'Saved.' },
    ...{ drawing: 'Drawing …', late: 'Out of date', unsaved: 'Not saved yet' },
    ...{ wrong: 'Something is not right yet. What you see is as it was before.', client: 'Client', due: 'Due date' },
    ...{ before: 'Choose a client', title: 'Title', content: 'Contract text', typed: '97.50' },
    retry: 'Try again',
  },
} as const

const newClient = async (name: string): Promise<string> =>
  (await at.owner.rest('POST', '/clients', { name, country: 'DE' })).body.id
const totalOf = async (path: string) => (await at.owner.rest('GET', path)).body.total
const sheet = (page: Page) => page.locator('.sheet')
const picture = (page: Page) => page.locator('.sheet img')
const address = (page: Page) => picture(page).getAttribute('src')

/** Waits until what is typed is what is seen, and answers its picture. */
async function right(page: Page) {
  await page.locator('.sheet[data-right=true][aria-busy=false] img').waitFor()
  const source = (await address(page)) ?? ''
  await expect.poll(() => picture(page).evaluate((image) => (image as HTMLImageElement).naturalHeight)).toBe(1200)
  return source
}

const kinds = [
  { path: '/invoices', isPriced: true },
  { path: '/quotes', isPriced: true },
  { path: '/contracts', isPriced: false },
  { path: '/invoices/recurring', list: '/recurring-invoices', isPriced: true },
] as const

describeInBrowser('document preview', () => {
  test.each(kinds.flatMap((kind, index) => [{ ...kind, language: index % 2 ? ('en' as const) : ('de' as const) }]))(
    'shows a new $path while typing without saving: $language',
    async (kind) => {
      const words = said[kind.language]
      const list = 'list' in kind ? kind.list : kind.path
      const before = await totalOf(list)
      const client = await newClient(`Segel Voss ${kind.path}`)
      const { page, complaints, close } = await openAs(
        Role.accountant,
        kind.language,
        `${kind.path}/new?client=${client}`,
      )
      const first = await right(page)
      expect(first).toMatch(/^data:image\/webp;base64,/)
      await page.getByText(words.unsaved).waitFor()
      await page.getByLabel(kind.isPriced ? words.description : words.title, { exact: true }).fill('Wartung')
      // The last one stays meanwhile, and says that it is not right.
      await page.locator('.sheet[data-right=false][aria-busy=true]').getByText(words.drawing).waitFor()
      expect(await picture(page).count()).toBe(1)
      const second = await right(page)
      expect(second).not.toBe(first)
      await page
        .getByLabel(kind.isPriced ? words.price : words.content, { exact: true })
        .fill(kind.isPriced ? words.typed : '# § 1')
      await page.locator('.sheet[data-right=false]').waitFor()
      expect(await right(page)).not.toBe(second)
      expect(await runAxe(page)).toEqual([])
      expect(await totalOf(list)).toBe(before)
      // What was kept is what was seen.
      await page.getByRole('button', { name: words.save, exact: true }).click()
      await page.waitForURL(/[\da-f]{8}-[\da-f-]{27}/)
      await right(page)
      expect(complaints).toEqual([])
      await close()
    },
  )

  test.each(['de', 'en'] as const)(
    'follows the draft while typing, and keeps the last valid preview: %s',
    async (language) => {
      const words = said[language]
      const client_id = await newClient(`Reederei ${language}`)
      const { body: draft } = await at.owner.rest('POST', '/invoices', {
        ...{ client_id, issue_date: '2026-01-05', due_date: '2026-01-19' },
        line_items: [{ description: 'Beratung', quantity: 1, unit_price_cents: 10_000, tax_rate: 19 }],
      })
      const { page, complaints, close } = await openAs(Role.accountant, language, `/invoices/${draft.id}`)
      const kept = await right(page)
      expect(kept).toContain(`/documents/invoices/${draft.id}/preview`)
      const price = page.getByLabel(words.price, { exact: true })
      await price.fill(words.typed)
      const typed = await right(page)
      expect(typed).not.toBe(kept)
      await sheet(page).getByText(words.unsaved).waitFor()
      // A figure that is none: the last one stays, and is said to be old.
      await price.fill('zwölf')
      await sheet(page).getByText(words.wrong).waitFor()
      await sheet(page).getByText(words.late).waitFor()
      expect([await address(page), await sheet(page).getAttribute('data-right')]).toEqual([typed, 'false'])
      expect(await runAxe(page)).toEqual([])
      await price.fill(words.typed)
      expect(await right(page)).toBe(typed)
      // What the service refuses likewise, and beside its field.
      await page.getByLabel(words.due, { exact: true }).fill('2026-01-04')
      await sheet(page).getByText(words.wrong).waitFor()
      await expect.poll(() => page.getByLabel(words.due, { exact: true }).getAttribute('aria-invalid')).toBe('true')
      expect(await address(page)).toBe(typed)
      await page.getByLabel(words.due, { exact: true }).fill('2026-01-19')
      await right(page)
      // Saving changes nothing of what is seen.
      await page.getByRole('button', { name: words.save, exact: true }).click()
      await page.getByText(words.saved).waitFor()
      expect(await right(page)).toBe(typed)
      await expect.poll(() => sheet(page).getByText(words.unsaved).count()).toBe(0)
      // What somebody else has changed meanwhile is drawn too.
      await at.owner.rest('PUT', `/invoices/${draft.id}`, { introduction: 'Von anderswo' })
      await expect.poll(() => address(page)).not.toBe(typed)
      await right(page)
      expect(complaints).toEqual([])
      await close()
    },
  )

  test('shows what is missing, is drawn after a pause and retried after a failure', async () => {
    const words = said.de
    const name = 'Werft Ahoi'
    await newClient(name)
    await newClient('Noch jemand')
    const { page, close } = await openAs(Role.accountant, 'de', '/invoices/new')
    await sheet(page).getByText(words.before).waitFor()
    expect(await picture(page).count()).toBe(0)
    let isCut = false
    let held: Promise<void> | undefined
    let asked = 0
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('query InvoicePicture')) return route.continue()
      asked += 1
      await held
      return isCut ? route.abort() : route.continue()
    })
    await page.getByRole('combobox', { name: words.client, exact: true }).fill('ahoi')
    await page.getByRole('option', { name }).click()
    await right(page)
    expect(asked).toBe(1)
    const description = page.getByLabel(words.description, { exact: true })
    await description.pressSequentially('Beratung zur Einführung', { delay: 20 })
    await right(page)
    expect(asked).toBe(2)
    isCut = true
    await description.fill('Beratung')
    const retry = sheet(page).getByRole('button', { name: words.retry })
    await retry.waitFor()
    expect(await sheet(page).getAttribute('data-right')).toBe('false')
    isCut = false
    await retry.click()
    await right(page)
    // An answer that comes late never takes the place of a newer one.
    const late = Promise.withResolvers<void>()
    held = late.promise
    const before = asked
    await description.fill('Früher')
    await expect.poll(() => asked).toBe(before + 1)
    held = undefined
    await description.fill('Später')
    const newer = await right(page)
    const answered = page.waitForResponse((answer) => answer.request().postData()?.includes('Früher') === true)
    late.resolve()
    await (await answered).finished()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await right(page)).toBe(newer)
    await close()
  })

  test.each([
    [1024, true],
    [1280, true],
    [1920, true],
    [900, false],
    [390, false],
  ] as const)('at %i px stands beside its form: %s', async (width, isBeside) => {
    const client = await newClient(`Breite ${width}`)
    const { page, close } = await openAs(Role.accountant, 'de', `/invoices/new?client=${client}`, {
      viewport: { width, height: 800 },
    })
    await right(page)
    const form = await page.locator('form.invoice').boundingBox()
    const seen = await sheet(page).boundingBox()
    if (!form || !seen) throw new Error('There is no form, or no sheet.')
    expect({ isBeside: seen.x >= form.x + form.width, isBelow: seen.y >= form.y + form.height }).toEqual({
      isBeside,
      isBelow: !isBeside,
    })
    // A page that is scrolled shows it whole.
    if (isBeside) expect(seen.height).toBeLessThan(800)
    await close()
  })

  test('shows the stored draft to readers, and nothing to those who may not see it', async () => {
    const client_id = await newClient('Nur gelesen')
    const { body: draft } = await at.owner.rest('POST', '/invoices', {
      ...{ client_id, issue_date: '2026-01-05', due_date: '2026-01-19' },
      line_items: [{ description: 'Beratung', quantity: 1, unit_price_cents: 10_000, tax_rate: 19 }],
    })
    const auditor = await openAs(Role.auditor, 'de', `/invoices/${draft.id}`)
    expect(await right(auditor.page)).toContain('/preview')
    await auditor.close()
    for (const role of [Role.member, Role.viewer]) {
      const { page, close } = await openAs(role, 'de', `/invoices/new?client=${client_id}`)
      await page.getByRole('heading', { name: 'Dafür fehlt Ihnen das Recht' }).waitFor()
      expect(await sheet(page).count()).toBe(0)
      await close()
    }
  })
})
