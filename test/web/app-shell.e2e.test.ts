import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { describeInBrowser, everyPageIsSound, inBrowser } from './in-browser.ts'
import { consoleScreens } from './screens/console.ts'

const web = inBrowser()
const { at, openAs } = web

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const paletteOf = (page: Page) => page.getByRole('dialog', { name: /^(Schnellsuche|Quick search)$/ })

describeInBrowser('app shell', () => {
  everyPageIsSound(web, Role.owner, consoleScreens)

  test('is usable before the code of the page has loaded', async () => {
    const { page, complaints, close } = await openAs(Role.owner, 'de')
    await page.route(/\/assets\/clients-[^/]+\.js$/, () => {})
    await page.goto(`${web.base()}/app/clients`)
    await page.getByRole('link', { name: 'Kunden' }).waitFor()
    await page.getByRole('status').filter({ hasText: 'Wird geladen' }).waitFor()
    expect(await heading(page).count()).toBe(0)
    await page.getByRole('link', { name: 'Rechnungen', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Rechnungen' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('survives a failed chunk and loads it on retry', async () => {
    const { page, close } = await openAs(Role.owner, 'de')
    const parts = /\/assets\/(notifications|command-palette|account-menu)-[^/]+\.js$/
    await page.route(parts, (route) => route.abort())
    await page.goto(`${web.base()}/app/clients/new`)
    await page.getByLabel('Name', { exact: true }).fill('Weberei Lund')
    await page.keyboard.press('Control+k')
    await page.getByRole('alert').getByText('Das hat nicht geklappt').waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Weberei Lund')
    await page.unroute(parts)
    await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()
    await paletteOf(page).waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Weberei Lund')
    await close()
  })

  test('survives being offline and loads the page afterwards', async () => {
    const { page, close } = await openAs(Role.owner, 'de', '/calendar')
    await heading(page).filter({ hasText: 'Kalender' }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Kunden' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Das hat nicht geklappt' }).waitFor()
    await page.getByRole('link', { name: 'Kalender' }).click()
    await heading(page).filter({ hasText: 'Kalender' }).waitFor()
    await page.getByRole('link', { name: 'Kunden' }).click()
    await page.getByRole('heading', { name: 'Das hat nicht geklappt' }).waitFor()
    await page.context().setOffline(false)
    await heading(page).filter({ hasText: 'Kunden' }).waitFor()
    await close()
  })

  test.each([
    ['de', 'Blumen Özdemir'],
    ['en', 'Gärtnerei Çelik'],
  ] as const)('what is sought is found by Ctrl K and gone to by Enter: %s', async (language, name) => {
    await at.owner.rest('POST', '/clients', { name })
    const { page, complaints, close } = await openAs(Role.viewer, language)
    await heading(page).waitFor()
    await page.keyboard.press('Control+k')
    await paletteOf(page).waitFor()
    await page.keyboard.type(name.slice(0, 12))
    await page.getByRole('option', { name }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('opens the first result by Enter', async () => {
    const { page, close } = await openAs(Role.owner, 'de')
    await heading(page).waitFor()
    await page.keyboard.press('Control+k')
    await paletteOf(page).waitFor()
    await page.keyboard.type('rechnungen')
    await page.getByRole('option', { name: 'Rechnungen', exact: true }).waitFor()
    // As the arrival of results does: what was pointed at is gone.
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Rechnungen', exact: true }).waitFor()
    await close()
  })

  test.each([
    ['de', 'Takelage Ohlsen'],
    ['en', 'Seilerei Petersen'],
  ] as const)('Enter right after the last key waits for what is typed, and goes there: %s', async (language, name) => {
    for (const each of [name, `Zuvor ${language}`]) await at.owner.rest('POST', '/clients', { name: each })
    const { page, close } = await openAs(Role.owner, language)
    await heading(page).waitFor()
    await page.keyboard.press('Control+k')
    await paletteOf(page).waitFor()
    await page.keyboard.insertText('Zuvor')
    await page.getByRole('option', { name: 'Zuvor' }).first().waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(name)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.keyboard.press('Control+k')
    await paletteOf(page).waitFor()
    await page.keyboard.insertText('nirgends zu finden')
    await page.keyboard.press('Enter')
    await paletteOf(page).getByText('nirgends zu finden').waitFor()
    expect(await heading(page).textContent()).toBe(name)
    await close()
  })

  test('keeps what is typed before the palette or a dialog has loaded', async () => {
    const { page, complaints, close } = await openAs(Role.owner, 'de', '/clients')
    await heading(page).filter({ hasText: 'Kunden' }).waitFor()
    const parts = /\/assets\/(command-palette|keyboard-help|modal)-[^/]+\.js$/
    const held: (() => Promise<void>)[] = []
    await page.route(parts, (route) => {
      held.push(() => route.continue())
    })
    await page.reload()
    await heading(page).filter({ hasText: 'Kunden' }).waitFor()
    await page.keyboard.press('?')
    await page.keyboard.type('gi')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('neuer kx')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('unde')
    await page.keyboard.press('Enter')
    expect(await page.locator('.backdrop').count()).toBe(0)
    for (const go of held) await go()
    await heading(page).filter({ hasText: 'Neuer Kunde' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('runs commands from the palette and by shortcuts, by permission', async () => {
    const owner = await openAs(Role.owner, 'de')
    await heading(owner.page).waitFor()
    await owner.page.keyboard.press('Control+k')
    await paletteOf(owner.page).waitFor()
    await owner.page.keyboard.type('neuer ku')
    await owner.page.getByRole('option', { name: 'Neuer Kunde' }).waitFor()
    await owner.page.keyboard.press('Enter')
    await owner.page.getByRole('heading', { level: 1, name: 'Neuer Kunde' }).waitFor()
    // Who writes, writes.
    await owner.page.getByLabel('Name', { exact: true }).pressSequentially('gi?')
    expect(await owner.page.getByLabel('Name', { exact: true }).inputValue()).toBe('gi?')
    await owner.page.locator('#content').focus()
    await owner.page.keyboard.press('g')
    await owner.page.keyboard.press('r')
    await owner.page.getByRole('button', { name: 'Verlassen, ohne zu speichern' }).click()
    await owner.page.getByRole('heading', { level: 1, name: 'Rechnungen' }).waitFor()
    await owner.page.keyboard.press('n')
    await owner.page.keyboard.press('r')
    await owner.page.getByRole('heading', { level: 1, name: 'Neue Rechnung' }).waitFor()
    await owner.close()

    const viewer = await openAs(Role.viewer, 'de')
    await heading(viewer.page).waitFor()
    await viewer.page.keyboard.press('n')
    await viewer.page.keyboard.press('k')
    await viewer.page.keyboard.press('Control+k')
    await paletteOf(viewer.page).waitFor()
    expect(await viewer.page.getByRole('option', { name: /^Neue/ }).count()).toBe(0)
    expect(await heading(viewer.page).textContent()).toBe('Übersicht')
    await viewer.close()
  })

  test('shows shortcuts by ?, and Escape restores focus', async () => {
    const { page, close } = await openAs(Role.accountant, 'en')
    await heading(page).waitFor()
    await page.locator('#content').focus()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.waitFor()
    expect(await help.getByText('New invoice').count()).toBe(1)
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.id === 'content')
    await close()
  })
})
