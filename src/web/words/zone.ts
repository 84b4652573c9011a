import { dayIn } from '../settings/hours/clock.ts'
import { momentOf, spanOf, wallOf } from './wall.ts'
import { dateFormat, timeZone } from './words.ts'

export const dayOf = (moment: string | number) => dayIn(moment, timeZone)

/** A moment by the clock there, as a field of the browser has it: `2026-11-23T09:00`. */
export const fieldMoment = (moment: string) => new Date(wallOf(moment, timeZone)).toISOString().slice(0, 16)

const wallIn = (field: string) => Date.parse(`${field}Z`)

/** The moment at which the clock there shows this. */
export const momentAt = (field: string) => Date.parse(momentOf(wallIn(field), timeZone))

/** The moments of a span that is written in two fields; what is in them as it was `before` stays that moment. */
export const spanAt = (start: string, end: string, before?: Parameters<typeof spanOf>[3]) =>
  spanOf(wallIn(start), wallIn(end), timeZone, before)

export const writeClock = (moment: string) =>
  dateFormat({ timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(moment))
