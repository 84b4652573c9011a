import { at, dialogOf, type Step } from './step.ts'

/** A week of the past, in which nothing moves with the day on which it is looked at. */
const week = '/calendar?date=2026-03-11'

export const calendarPageScreens: Readonly<Record<string, Step>> = {
  'calendar-week': at(week),
  'calendar-day': at(`${week}&view=day`),
  'calendar-month': at(`${week}&view=month`),
  'calendar-event': async (given) => {
    await at(week)(given)
    await given.page.getByRole('button', { name: /^(Neuer Termin|New event)$/ }).click()
    await dialogOf(given.page)
  },
  'calendar-absence': async (given) => {
    await at(week)(given)
    await given.page.getByRole('button', { name: /^(Abwesenheit eintragen|Enter absence)$/ }).click()
    await dialogOf(given.page)
  },
}
