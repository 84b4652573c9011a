import type ICAL from 'ical.js'
import { type EventDetails, toCalendarEntries } from '../../events/calendar-entries.ts'
import { formatCalendar } from '../../icalendar/icalendar.ts'
import {
  type AspectHashes,
  type CalendarReader,
  type EventAspect,
  hashValue,
  isBusy,
  parseCalendar,
  readRecurrenceId,
} from './read-calendar-object.ts'

// Nobody is named who is invited: whom Kontor has mailed a server would mail once more (RFC 6638), and whom the other calendar
// has invited is left to it.

type EventWithOccurrences = Pick<EventDetails, 'event' | 'changed'>

/** An event as an object of a calendar: without a METHOD (RFC 4791 §4.1). */
export const createCalendarObject = ({ event, changed }: EventWithOccurrences): string =>
  formatCalendar({ method: null, entries: toCalendarEntries({ event, changed, attendees: [], organizer: null }) })

const aspectProperties: Readonly<Record<Exclude<EventAspect, 'when'>, readonly string[]>> = {
  title: ['summary'],
  description: ['description', 'x-alt-desc'],
  location: ['location', 'url', 'conference'],
  busy: ['transp', 'x-microsoft-cdo-busystatus'],
}
const timeProperties = ['dtstart', 'dtend', 'duration', 'rrule', 'exdate', 'exrule']
const occurrenceProperties = ['recurrence-id', 'dtstart', 'dtend', 'duration', 'summary', 'description', 'location']

/** An object with what has changed here; all else that it says stays: alarms, attendees, what other programs keep there. */
export async function patchCalendarObject(
  data: string,
  written: EventWithOccurrences,
  changed: readonly EventAspect[],
  reader: CalendarReader,
): Promise<string> {
  const { default: ICAL } = await import('ical.js')
  const [theirs, ours] = await Promise.all([data, createCalendarObject(written)].map(parseCalendar) as [Parsed, Parsed])
  const replace: Replace = (part, from, names) => {
    for (const name of names) {
      part.removeAllProperties(name)
      for (const property of from.getAllProperties(name))
        part.addProperty(new ICAL.Property(structuredClone(property.toJSON())))
    }
  }
  const target = findMainPart(theirs)
  const source = findMainPart(ours)
  if (!target || !source) return createCalendarObject(written)
  for (const aspect of changed) if (aspect !== 'when') replace(target, source, aspectProperties[aspect])
  if (changed.includes('when')) {
    replace(target, source, timeProperties)
    if (written.event.recurrence === null) target.removeAllProperties('rdate')
    const copy: Copy = (part) => new ICAL.Component(structuredClone(part.toJSON()) as unknown[])
    await replaceOccurrences(theirs, ours, { replace, copy, reader })
  }
  if (changed.includes('busy') || changed.includes('when')) await replaceBusy(theirs, ours, { replace, reader })
  const sequence = Number(target.getFirstPropertyValue('sequence') ?? 0)
  for (const part of theirs.getAllSubcomponents('vevent')) {
    replace(part, source, ['dtstamp', 'last-modified'])
    part.updatePropertyWithValue('sequence', Math.max(sequence + 1, written.event.sequence))
  }
  return `${theirs.toString()}\r\n`
}

const findMainPart = (calendar: ICAL.Component) =>
  calendar.getAllSubcomponents('vevent').find((part) => !part.hasProperty('recurrence-id'))

type Parsed = Promise<ICAL.Component>
type Copy = (part: ICAL.Component) => ICAL.Component
type Replace = (part: ICAL.Component, from: ICAL.Component, names: readonly string[]) => void

type OccurrencePart = [name: number, part: ICAL.Component]

/** The occurrences of a series that are named by their starts. */
async function listOccurrenceParts(calendar: ICAL.Component, reader: CalendarReader): Promise<OccurrencePart[]> {
  const found: OccurrencePart[] = []
  for (const part of calendar.getAllSubcomponents('vevent')) {
    const name = await readRecurrenceId(part, calendar, reader)
    if (name !== null) found.push([name, part])
  }
  return found
}

/** Has the series and each occurrence that they name as busy as it is here. */
async function replaceBusy(
  theirs: ICAL.Component,
  ours: ICAL.Component,
  { replace, reader }: { replace: Replace; reader: CalendarReader },
) {
  const own = new Map<number | null, ICAL.Component>(await listOccurrenceParts(ours, reader))
  const main = findMainPart(theirs)
  const parts: [number | null, ICAL.Component][] = await listOccurrenceParts(theirs, reader)
  // What took no time was free here, and now has a length there.
  for (const [name, part] of main ? [[null, main] as const, ...parts] : parts) {
    const source = own.get(name) ?? findMainPart(ours)
    if (source && isBusy(part, reader) !== isBusy(source, reader)) replace(part, source, aspectProperties.busy)
  }
}

/** Gives a series our occurrences; one that it has already keeps what else it says. */
async function replaceOccurrences(
  theirs: ICAL.Component,
  ours: ICAL.Component,
  { replace, copy, reader }: { replace: Replace; copy: Copy; reader: CalendarReader },
) {
  for (const zone of ours.getAllSubcomponents('vtimezone')) {
    const tzid = String(zone.getFirstPropertyValue('tzid'))
    const isThere = theirs
      .getAllSubcomponents('vtimezone')
      .some((other) => String(other.getFirstPropertyValue('tzid')) === tzid)
    if (!isThere) theirs.addSubcomponent(copy(zone))
  }
  const wanted = new Map(await listOccurrenceParts(ours, reader))
  for (const [name, part] of await listOccurrenceParts(theirs, reader)) {
    const own = wanted.get(name)
    if (own) replace(part, own, occurrenceProperties)
    else theirs.removeSubcomponent(part)
    wanted.delete(name)
  }
  for (const part of wanted.values()) theirs.addSubcomponent(copy(part))
}

/** What an event says of each aspect here. */
export const hashEventAspects = ({ event, changed }: EventWithOccurrences): AspectHashes => ({
  title: hashValue(event.title),
  description: hashValue(event.description),
  location: hashValue([event.location, event.meetUrl]),
  busy: hashValue(event.busy),
  when: hashValue([
    event.startTime,
    event.endTime,
    event.timezone,
    event.allDay,
    event.recurrence,
    changed
      .map(({ occurrenceStart, cancelled, startTime, endTime, changes: { title, description, location, busy } }) => [
        occurrenceStart,
        cancelled,
        ...(cancelled
          ? []
          : [startTime, endTime, [title ?? []], [description ?? [description]], [location ?? [location]]]),
        ...(busy === undefined ? [] : [busy]),
      ])
      .sort(),
  ]),
})
