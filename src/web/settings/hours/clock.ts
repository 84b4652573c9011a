import { dateFormat } from '../../words/words.ts'

// Days are ISO dates, which no zone moves; a moment has a day and a time by the clock of one.

const dayMs = 86_400_000

export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** 1 (Monday) to 7 (Sunday). */
const weekdayOf = (day: string) => new Date(day).getUTCDay() || 7

export const mondayOf = (day: string) => addDays(day, 1 - weekdayOf(day))

/** The day that a moment is in a zone. */
export const dayIn = (moment: string | number, timeZone?: string) =>
  dateFormat({ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA').format(new Date(moment))

const writeIn = (options: Intl.DateTimeFormatOptions) => (day: string) =>
  dateFormat({ timeZone: 'UTC', ...options }).format(new Date(day))

const writeWeekday = writeIn({ weekday: 'long' })
export const writeShortWeekday = writeIn({ weekday: 'short' })
export const writeShortDay = writeIn({ day: 'numeric', month: 'short' })
export const writeWholeDay = writeIn({ dateStyle: 'medium' })

export const writeTime = (moment: string, timeZone: string) =>
  dateFormat({ timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(moment))

/** The names of the days of a week, from Monday on: the 1st of January 2024 was one. */
export const weekdays = () => Array.from({ length: 7 }, (_, index) => writeWeekday(addDays('2024-01-01', index)))
