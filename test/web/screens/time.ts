import { at, dialogOf, fromTop, type Step } from './step.ts'

/** A week that is over: all of it can be filled in. */
const lastWeek = () => new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)

export const timeScreens: Readonly<Record<string, Step>> = {
  'start-timer': async (given) => {
    await at('/time')(given)
    await given.page.getByRole('button', { name: /^(Timer starten|Start timer)$/ }).click()
    await dialogOf(given.page)
  },
  timer: async ({ page }) => {
    const dialog = await dialogOf(page)
    await dialog.getByRole('combobox').fill('a')
    await page.getByRole('listbox').getByRole('option').first().click()
    await dialog.getByRole('button', { name: /^(Timer starten|Start timer)$/ }).click()
    await page.getByRole('button', { name: /^(Timer stoppen|Stop timer)$/ }).waitFor()
    await page
      .getByRole('list')
      .filter({ hasText: /läuft|running/i })
      .waitFor()
  },
  time: async (given) => {
    const { page } = given
    await page.getByRole('button', { name: /^(Timer stoppen|Stop timer)$/ }).click()
    await page.getByRole('button', { name: /^(Timer starten|Start timer)$/ }).waitFor()
    await at(`/time?day=${lastWeek()}`)(given)
    await page.getByLabel(/^(Zeile hinzufügen|Add row)$/).click()
    await page.getByRole('listbox').getByRole('option').first().click()
    await page.waitForFunction(() => document.activeElement?.matches('[data-cell]'))
    await page.keyboard.type('1:30')
    await page.keyboard.press('Enter')
    await page.getByRole('list').filter({ hasText: '1:30' }).waitFor()
    await fromTop(page)
  },
  'time-entry': async ({ page }) => {
    await page
      .getByRole('button', { name: /^(Bearbeiten|Edit):/ })
      .first()
      .click()
    await dialogOf(page)
  },
  'time-reports': at('/time/reports'),
  'bill-time': async (given) => {
    await at('/time/bill')(given)
    await given.page
      .getByRole('button', { name: /^(Abrechnen|Bill):/ })
      .first()
      .click()
    await dialogOf(given.page)
    await given.page.getByRole('radio').first().waitFor()
    await given.page.getByRole('dialog').getByRole('region').locator('.totals, .notice').waitFor()
  },
}
