import { dayIn } from '../settings/hours/clock.ts'
import { dateFormat, timeZone } from './words.ts'

export const dayOf = (moment: string | number) => dayIn(moment, timeZone)

/** A moment by the clock there, as a field of the browser has it: `2026-11-23T09:00`. */
export const fieldMoment = (moment: string) =>
  dateFormat({ timeZone, dateStyle: 'short', timeStyle: 'short' }, 'sv-SE').format(new Date(moment)).replace(' ', 'T')

/** The moment at which the clock there shows this. Of the hour that comes twice in autumn it is the first. */
export function momentAt(field: string): number {
  const shown = Date.parse(`${field}Z`)
  const behind = (guess: number) => Date.parse(`${fieldMoment(new Date(guess).toISOString())}Z`) - guess
  // By how much it is behind before and after the clock may be changed.
  const moments = [shown - day, shown + day].map((around) => shown - behind(around))
  // What the clock never shows, in spring, is counted on from the hour before.
  return moments.find((moment) => moment + behind(moment) === shown) ?? moments[0] ?? shown
}

const day = 24 * 60 * 60 * 1000

export const writeClock = (moment: string) =>
  dateFormat({ timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(moment))
