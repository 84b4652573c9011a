import { at, type Step } from './step.ts'

/** What somebody comes to. */
export const dashboardScreens: Readonly<Record<string, Step>> = {
  dashboard: at('/'),
  'dashboard-table': async (given) => {
    await at('/')(given)
    const buttons = given.page.getByRole('button', { name: /^(Tabelle anzeigen|Show table)$/ })
    for (let left = await buttons.count(); left > 0; left--) await buttons.first().click()
  },
}
