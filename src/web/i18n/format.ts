import { addDays, type IsoDate, serviceTimeZone } from './dates.ts'
import { dateFormatter, numberFormatter } from './locale.ts'

const dayFormatter = (options: Intl.DateTimeFormatOptions) => (date: string) =>
  dateFormatter({ timeZone: 'UTC', ...options }).format(new Date(date))

export const formatDate: (date: IsoDate) => string = dayFormatter({ dateStyle: 'medium' })
export const formatShortWeekday = dayFormatter({ weekday: 'short' })
export const formatDayAndMonth = dayFormatter({ day: 'numeric', month: 'short' })
const formatWeekday = dayFormatter({ weekday: 'long' })

/** Monday to Sunday. 1 January 2024 was a Monday. */
export const weekdayNames = () => Array.from({ length: 7 }, (_, index) => formatWeekday(addDays('2024-01-01', index)))

/** `23.–29.11.2026` */
export const formatDateRange = (from: string, to: string, dateStyle: 'medium' | 'long' = 'medium') =>
  dateFormatter({ dateStyle, timeZone: 'UTC' }).formatRange(new Date(from), new Date(to))

/** The date of an instant in the service's time zone, as documents are dated. */
export const formatTimestampDate = (instant: string) =>
  dateFormatter({ dateStyle: 'medium', timeZone: serviceTimeZone }).format(new Date(instant))

/** Date and time in the service's time zone: what is signed at midnight shows the date that its document shows. */
export const formatDateTime = (instant: string) =>
  dateFormatter({ dateStyle: 'medium', timeStyle: 'short', timeZone: serviceTimeZone }).format(new Date(instant))

export const formatTimeInZone = (instant: string, timeZone: string) =>
  dateFormatter({ timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(instant))

export const formatCount = (count: number) => numberFormatter({}).format(count)

/** A quantity or a percentage, with up to four decimals. */
export const formatNumber = (value: number) => numberFormatter({ maximumFractionDigits: 4 }).format(value)

/** An IBAN in groups of four characters. */
export const formatIban = (iban: string) => iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ')

/** Cents as euros. */
export const formatMoney = (cents: number) =>
  numberFormatter({ style: 'currency', currency: 'EUR' }).format(cents / 100)
