import Holidays from 'date-holidays'
import type { Bilingual } from '#core/text/language'

/** A public holiday. */
export interface Holiday {
  /** `YYYY-MM-DD` */
  date: string
  name: Bilingual
}

/** The public holidays of a German state (`DE-HH`) in a year, in their order. */
export function holidaysOfYear({ state, year }: { state: string; year: number }): Holiday[] {
  const named = (language: string) =>
    new Holidays('DE', state.slice(3), { languages: [language], types: ['public'] }).getHolidays(year)
  const english = new Map(named('en').map(({ rule, name }) => [rule, name]))
  return named('de').map(({ date, rule, name }) => ({
    date: date.slice(0, 10),
    name: { de: name, en: english.get(rule) ?? name },
  }))
}
