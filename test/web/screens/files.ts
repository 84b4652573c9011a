import { at, dialogOf, type Step } from './step.ts'

export const filesScreens: Readonly<Record<string, Step>> = {
  files: at('/files'),
  'no-file-fits': at('/files?q=xyzzy'),
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
