import { dateInZone, serviceTimeZone } from './dates.ts'
import { formatTimeInZone } from './format.ts'
import { toInstant, toLocalTime, toTimeRange } from './local-time.ts'

export const toServiceDate = (instant: string | number) => dateInZone(instant, serviceTimeZone)

/** The value of a `datetime-local` input in the service's time zone: `2026-11-23T09:00`. */
export const toDateTimeInput = (instant: string) =>
  new Date(toLocalTime(instant, serviceTimeZone)).toISOString().slice(0, 16)

const toLocalMs = (input: string) => Date.parse(`${input}Z`)

/** Milliseconds since 1970 of the value of a `datetime-local` input. */
export const parseDateTimeInput = (input: string) => Date.parse(toInstant(toLocalMs(input), serviceTimeZone))

/** The range between the values of two `datetime-local` inputs. A value that equals that of `before` keeps its instant. */
export const parseTimeRangeInputs = (start: string, end: string, before?: Parameters<typeof toTimeRange>[3]) =>
  toTimeRange(toLocalMs(start), toLocalMs(end), serviceTimeZone, before)

export const formatServiceTime = (instant: string) => formatTimeInZone(instant, serviceTimeZone)
