import Holidays from 'date-holidays'
import type { Bilingual } from '#core/text/language'

export interface Holiday {
  /** `YYYY-MM-DD` */
  date: string
  name: Bilingual
}

/** Public holidays of a German state (`DE-HH`) or a place in one (`DE-BY-A`), by date. */
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

/** English names where the library has a generic one. */
const names: Readonly<Record<string, string>> = { '10-03': 'Day of German Unity' }
