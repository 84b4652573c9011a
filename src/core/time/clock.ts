import { dayMs, startOfDay } from './local-time.ts'

/** Where the service gets the time from; tests set it instead of waiting. */
export interface Clock {
  now(): Date
  /** The calendar day in Berlin, `YYYY-MM-DD`: the one that due dates and numbers go by. */
  today(): string
}

const berlin = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' })

/** The calendar day in Berlin of a moment. */
export const toBerlinDate = (moment: Date) => berlin.format(moment)

export const systemClock: Clock = {
  now: () => new Date(),
  today: () => toBerlinDate(new Date()),
}

/** What lies outside is a slip of the keyboard: no date or moment of the API is before or after. */
export const supportedYears = { first: 1900, last: 2200 }

/** A calendar day so many days later. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The days from one calendar day to another. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)

/** The moment at which a calendar day begins in Berlin. */
export const startOfDayInBerlin = (day: string): Date => startOfDay(day, 'Europe/Berlin')

/** A day, or the first one after it that is neither on a weekend nor one of these holidays. */
export function firstWorkingDayFrom(day: string, holidays: ReadonlySet<string> = new Set()): string {
  const isWeekend = new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0
  return isWeekend || holidays.has(day) ? firstWorkingDayFrom(addDays(day, 1), holidays) : day
}
