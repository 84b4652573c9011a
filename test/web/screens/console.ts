import { at, dialogOf, type Step } from './step.ts'

/** What stands around every page. */
export const consoleScreens: Readonly<Record<string, Step>> = {
  palette: async (given) => {
    await at('/clients')(given)
    await given.page.getByRole('button', { name: /^(Suchen und Befehle|Search and commands)$/ }).click()
    await given.page.getByRole('option').first().waitFor()
  },
  keyboard: async (given) => {
    await at('/clients')(given)
    await given.page.locator('#content').focus()
    await given.page.keyboard.press('?')
    await dialogOf(given.page)
  },
}
