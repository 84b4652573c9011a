import { at, dialogOf, type Step } from './step.ts'

/** What stands around every page. */
export const consoleScreens: Readonly<Record<string, Step>> = {
  palette: async (given) => {
    await at('/clients')(given)
    await given.page.getByRole('button', { name: /^(Schnellsuche|Quick search)$/ }).click()
    await given.page.getByRole('option').first().waitFor()
    await dialogOf(given.page)
  },
  activity: at('/activity'),
  notifications: async (given) => {
    await at('/clients')(given)
    await given.page.getByRole('button', { name: /^(Benachrichtigungen|Notifications)/ }).click()
    await given.page.getByRole('dialog', { name: /^(Benachrichtigungen|Notifications)$/ }).waitFor()
  },
  keyboard: async (given) => {
    await at('/clients')(given)
    await given.page.locator('#content').focus()
    await given.page.keyboard.press('?')
    await dialogOf(given.page)
  },
}
