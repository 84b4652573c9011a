import { dateFormatter } from './locale.ts'

/** The time zone in which the service dates documents, wherever the reader is. */
export const serviceTimeZone = 'Europe/Berlin'

/** A calendar date without a time or a zone: `2026-11-23`. */
export type IsoDate = string & { readonly isDay: true }

/** The date of an instant in a zone; in the reader's zone by default. */
export const dateInZone = (instant: string | number | Date, timeZone?: string) =>
  dateFormatter({ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA').format(new Date(instant))

/** Today's date in Germany, where documents are dated. */
export const today = () => dateInZone(new Date(), serviceTimeZone)

/** Returns text that is not a date unchanged. */
export function addDays(date: string, days: number): string {
  const time = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(time.getTime())) return date
  time.setUTCDate(time.getUTCDate() + days)
  return time.toISOString().slice(0, 10)
}

/** 1 (Monday) to 7 (Sunday). */
const isoWeekday = (date: string) => new Date(date).getUTCDay() || 7

export const startOfWeek = (date: string) => addDays(date, 1 - isoWeekday(date))
