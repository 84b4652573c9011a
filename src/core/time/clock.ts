import { dayMs, startOfDay } from './local-time.ts'

/** The source of the current time; tests replace it. */
export interface Clock {
  now(): Date
  /** The date in Berlin, `YYYY-MM-DD`, for due dates and numbering. */
  today(): string
}

const berlin = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' })

export const toBerlinDate = (moment: Date) => berlin.format(moment)

export const systemClock: Clock = {
  now: () => new Date(),
  today: () => toBerlinDate(new Date()),
}

/** The API rejects other years as typing errors. */
export const supportedYears = { first: 1900, last: 2200 }

export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)

export const startOfDayInBerlin = (day: string): Date => startOfDay(day, 'Europe/Berlin')

/** The day itself if it is neither on a weekend nor a holiday, otherwise the next such day. */
export function firstWorkingDayFrom(day: string, holidays: ReadonlySet<string> = new Set()): string {
  const isWeekend = new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0
  return isWeekend || holidays.has(day) ? firstWorkingDayFrom(addDays(day, 1), holidays) : day
}
