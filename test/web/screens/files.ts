import { at, dialogOf, type Step } from './step.ts'

export const filesScreens: Readonly<Record<string, Step>> = {
  files: at('/files'),
  'no-file-fits': at('/files?q=xyzzy'),
  file: async (given) => {
    await at('/files')(given)
    await given.page.getByRole('main').getByRole('table').getByRole('link').first().click()
    await given.page.getByRole('heading', { level: 1 }).waitFor()
    await given.page.getByText(/^SHA-256$/).waitFor()
  },
  'file-shared': async (given) => {
    await at('/files')(given)
    const table = given.page.getByRole('main').getByRole('table')
    await table
      .getByRole('button', { name: /^(Aktionen für|Actions for)/ })
      .first()
      .click()
    await given.page.getByRole('menuitem', { name: /^(Teilen|Share)$/ }).click()
    await dialogOf(given.page)
  },
}
