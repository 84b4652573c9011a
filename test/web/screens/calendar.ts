import { at, dialogOf, type Step } from './step.ts'

/** What people are booked for, when, and their calendars: for whoever works. */
export const calendarScreens: Readonly<Record<string, Step>> = {
  'booking-types': at('/settings/booking'),
  'booking-type': async (given) => {
    await at('/settings/booking/new')(given)
    const { page } = given
    await page.getByLabel('Name', { exact: true }).fill('Probestunde')
    await page.getByRole('radio', { name: /^(Anderer Ort|Other location)/ }).check()
    await page.getByLabel(/^(Anschrift oder Link|Address or link)$/).fill('Hafenstraße 12, Hamburg')
    await page.getByRole('radio', { name: /^(Alle zusammen|Everyone)/ }).check()
    await page.getByRole('button', { name: /^(Frage hinzufügen|Add question)$/ }).click()
    await page.getByLabel(/^(Frage|Question)$/).fill('Worum geht es?')
    await page.getByLabel(/^(Antwort|Answer)$/).selectOption('choice')
    await page.getByLabel(/^(Antwortmöglichkeiten|Choices)$/).fill('Website\nLogo')
    await page.getByLabel('Name', { exact: true }).focus()
  },
  'booking-address': async (given) => {
    await given.page.getByRole('button', { name: /^(Anlegen|Create)$/ }).click()
    // Whoever sees the pages again has it already.
    await given.page
      .getByRole('link', { name: /Probestunde/ })
      .or(given.page.locator('.field-error'))
      .first()
      .waitFor()
    await at('/settings/booking')(given)
    await given.page.getByRole('button', { name: /^(Ändern|Change)$/ }).click()
    await dialogOf(given.page)
  },
  hours: async (given) => {
    await at('/settings/hours')(given)
    await given.page.locator('.week').waitFor()
    await given.page.getByRole('button', { name: /^(Freitag: Zeitraum hinzufügen|Friday: add a range)$/ }).click()
    await given.page.getByRole('button', { name: /^(Tag hinzufügen|Add day)$/ }).click()
    await given.page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  },
  'free-times': async ({ page }) => page.locator('.week').scrollIntoViewIfNeeded(),
  'copy-hours': async ({ page }) => {
    await page.getByRole('button', { name: /^(Freitag: Zeiten auf|Friday: copy)/ }).click()
    await dialogOf(page)
  },
  calendars: at('/settings/calendars'),
  'connect-calendar': async ({ page }) => {
    await page.getByRole('button', { name: /^(Kalender verbinden|Connect a calendar)$/ }).click()
    await dialogOf(page)
  },
  'calendar-address': async (given) => {
    await calendarScreens.calendars?.(given)
    await given.page.getByRole('button', { name: /^(Neue Adresse|New address)$/ }).click()
    const dialog = await dialogOf(given.page)
    await dialog.getByLabel('Name').fill('Telefon')
    await dialog.getByRole('button', { name: /^(Erstellen|Create)$/ }).click()
    await given.page.getByLabel(/^(Adresse des Kalenders|Address of the calendar)$/).waitFor()
  },
}
