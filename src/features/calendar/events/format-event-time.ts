import type { Language } from '#core/text/language'
import { toLocalDate, utcOffsetAt } from '#core/time/local-time'

/**
 * Formats a time range: `Donnerstag, 26. November 2026, 10:00–11:00 Uhr (MEZ)`. If the clocks change in between, both times get
 * their zone, because an hour may occur twice.
 */
export function formatEventTime(
  { start, end, allDay }: { start: Date; end: Date; allDay: boolean },
  timeZone: string,
  language: Language,
): string {
  const locale = language === 'de' ? 'de-DE' : 'en-GB'
  const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full' })
  const time = new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit' })
  const last = allDay ? new Date(end.getTime() - 1) : end
  const isOneDay = toLocalDate(start, timeZone) === toLocalDate(last, timeZone)
  if (allDay) return isOneDay ? day.format(start) : `${day.format(start)} – ${day.format(last)}`
  const clock = language === 'de' ? ' Uhr' : ''
  const named = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
  const zoneAt = (at: Date) => named.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  const isSteady = utcOffsetAt(start.getTime(), timeZone) === utcOffsetAt(end.getTime(), timeZone)
  const from = `${day.format(start)}, ${time.format(start)}`
  const to = `${isOneDay ? '' : `${day.format(end)}, `}${time.format(end)}${clock} (${zoneAt(end)})`
  if (!isSteady) return `${from}${clock} (${zoneAt(start)}) – ${to}`
  return isOneDay ? `${from}–${to}` : `${from}${clock} – ${to}`
}
