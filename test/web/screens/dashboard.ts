import { at, type Step } from './step.ts'

/** What somebody comes to. */
export const dashboardScreens: Readonly<Record<string, Step>> = {
  dashboard: at('/'),
  'dashboard-table': async (given) => {
    await at('/')(given)
    for (const button of await given.page.getByRole('button', { name: /^(Als Tabelle|As a table)$/ }).all())
      await button.click()
  },
}
