import { dateFormat, timeZone } from './words.ts'

/** The day in Germany, where documents are dated. */
export const today = () => dateFormat({ timeZone }, 'sv-SE').format(new Date())

export function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return day
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
