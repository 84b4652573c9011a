import Holidays from 'date-holidays'
import type { Bilingual } from '#core/text/language'

/** A public holiday. */
export interface Holiday {
  /** `YYYY-MM-DD` */
  date: string
  name: Bilingual
}

/** The public holidays of a German state (`DE-HH`), or of a place in one (`DE-BY-A`), in a year, in their order. */
export function holidaysOfYear({ region, year }: { region: string; year: number }): Holiday[] {
  const [, state = '', place = ''] = region.split('-')
  const named = (language: string) =>
    new Holidays('DE', state, place, { languages: [language], types: ['public'] }).getHolidays(year)
  const english = new Map(named('en').map(({ rule, name }) => [rule, name]))
  return named('de').map(({ date, rule, name }) => ({
    date: date.slice(0, 10),
    name: { de: name, en: names[rule] ?? english.get(rule) ?? name },
  }))
}

/** What English speakers call a holiday where the library has but a word for any country's. */
const names: Readonly<Record<string, string>> = { '10-03': 'Day of German Unity' }
