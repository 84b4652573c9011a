import type { Language } from '#core/text/language'
import { dayOf } from '#core/time/zoned'

/** When something is, for people: `Donnerstag, 26. November 2026, 10:00–11:00 Uhr (MEZ)`. */
export function showWhen(
  { start, end, allDay }: { start: Date; end: Date; allDay: boolean },
  timeZone: string,
  language: Language,
): string {
  const locale = language === 'de' ? 'de-DE' : 'en-GB'
  const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full' })
  const time = new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit' })
  const last = allDay ? new Date(end.getTime() - 1) : end
  const isOneDay = dayOf(start, timeZone) === dayOf(last, timeZone)
  if (allDay) return isOneDay ? day.format(start) : `${day.format(start)} – ${day.format(last)}`
  const clock = language === 'de' ? ' Uhr' : ''
  const zone = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
    .formatToParts(start)
    .find(({ type }) => type === 'timeZoneName')?.value
  const said = isOneDay
    ? `${day.format(start)}, ${time.format(start)}–${time.format(end)}${clock}`
    : `${day.format(start)}, ${time.format(start)}${clock} – ${day.format(end)}, ${time.format(end)}${clock}`
  return `${said} (${zone ?? timeZone})`
}
