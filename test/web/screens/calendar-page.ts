import { at, dialogOf, type Step } from './step.ts'

export const calendarPageScreens: Readonly<Record<string, Step>> = {
  'calendar-week': at('/calendar'),
  'calendar-day': at('/calendar?view=day'),
  'calendar-month': at('/calendar?view=month'),
  'calendar-event': async (given) => {
    await at('/calendar')(given)
    await given.page.getByRole('button', { name: /^(Neuer Termin|New event)$/ }).click()
    await dialogOf(given.page)
  },
  'calendar-absence': async (given) => {
    await at('/calendar')(given)
    await given.page.getByRole('button', { name: /^(Abwesenheit eintragen|Add absence)$/ }).click()
    await dialogOf(given.page)
  },
}
