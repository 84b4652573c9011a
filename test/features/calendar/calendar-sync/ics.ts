import { randomUUID } from 'node:crypto'

/** A calendar with these components. */
export const ics = (...components: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//Test//EN', ...components, 'END:VCALENDAR', ''].join('\r\n')

const lines = (properties: Record<string, string>) =>
  Object.entries(properties).map(([name, value]) => `${name}:${value}`)

const component = (properties: Record<string, string>) =>
  ['BEGIN:VEVENT', ...lines({ DTSTAMP: '20310101T000000Z', ...properties }), 'END:VEVENT'].join('\r\n')

/** An occurrence of a series, which takes the UID of that. */
export const override = (properties: Record<string, string>) => (uid: string) => component({ UID: uid, ...properties })

/** An event, with its occurrences. */
export function event(properties: Record<string, string>, ...occurrences: ((uid: string) => string)[]) {
  const uid = properties.UID ?? randomUUID()
  return ics(
    westEurope('Europe/Berlin'),
    component({ UID: uid, ...properties }),
    ...occurrences.map((each) => each(uid)),
  )
}

/** Western Europe's clocks under a name of Outlook's. */
export const westEurope = (tzid: string) =>
  [
    ...['BEGIN:VTIMEZONE', `TZID:${tzid}`, 'BEGIN:STANDARD', 'DTSTART:16010101T030000', 'TZOFFSETFROM:+0200'],
    ...['TZOFFSETTO:+0100', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD', 'BEGIN:DAYLIGHT'],
    ...['DTSTART:16010101T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
    ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
  ].join('\r\n')
