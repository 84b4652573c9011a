import { formatCount } from '../i18n/format.ts'
import { parseDecimal } from '../i18n/parse.ts'

/** Parses a duration to seconds: `1:30`, `1,5`, `90m`, `1h 30m`. Empty input is 0, invalid input is null. */
export function parseDuration(typed: string): number | null {
  const text = typed.trim().toLowerCase()
  if (text === '') return 0
  const seconds = parseSeconds(text)
  return seconds !== null && seconds >= 0 ? seconds : null
}

function parseSeconds(text: string): number | null {
  const clock = /^(\d{1,3}):([0-5]?\d)(?::([0-5]\d))?\s*h?$/.exec(text)
  if (clock) return Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0)
  const units =
    /^(?:(\d+(?:[.,]\d+)?)\s*(?:h|std\.?|stunden?|hours?))?\s*(?:(\d+)\s*(?:m|min\.?|minuten?|minutes?))?$/.exec(text)
  if (units && (units[1] || units[2]))
    return Math.round(Number((units[1] ?? '0').replace(',', '.')) * 60) * 60 + Number(units[2] ?? 0) * 60
  const hours = parseDecimal(text, 4)
  return hours === null ? null : Math.round(Number(hours) * 60) * 60
}

const padTwo = (figure: number) => String(figure).padStart(2, '0')

/** `1:30` */
export function formatDurationInput(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)}:${padTwo(minutes % 60)}`
}

/** `1.212:05 h` */
export function formatHours(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return `${formatCount(Math.floor(minutes / 60))}:${padTwo(minutes % 60)} h`
}

/** `1:30:05` */
export function formatStopwatch(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 3600)}:${padTwo(Math.floor(whole / 60) % 60)}:${padTwo(whole % 60)}`
}
