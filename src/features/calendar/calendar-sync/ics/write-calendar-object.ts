import type ICAL from 'ical.js'
import { type EventDetails, toCalendarEntries } from '../../events/calendar-entries.ts'
import { formatCalendar } from '../../icalendar/icalendar.ts'
import { type CalendarReader, readRecurrenceId } from './calendar-properties.ts'
import { type AspectHashes, type EventAspect, hashValue, isBusy, parseCalendar } from './read-calendar-object.ts'

// Attendees are not written: the server would invite again those whom Kontor has mailed (RFC 6638).

type EventWithOccurrences = Pick<EventDetails, 'event' | 'changed'>

/** A calendar object without METHOD (RFC 4791 §4.1). */
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

/** Writes changed aspects into an object and keeps everything else: alarms, attendees, properties of other programs. */
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

/** Parts with a RECURRENCE-ID. */
async function listOccurrenceParts(calendar: ICAL.Component, reader: CalendarReader): Promise<OccurrencePart[]> {
  const found: OccurrencePart[] = []
  for (const part of calendar.getAllSubcomponents('vevent')) {
    const name = await readRecurrenceId(part, calendar, reader)
    if (name !== null) found.push([name, part])
  }
  return found
}

/** Sets the busy state of the series and of each occurrence. */
async function replaceBusy(
  theirs: ICAL.Component,
  ours: ICAL.Component,
  { replace, reader }: { replace: Replace; reader: CalendarReader },
) {
  const own = new Map<number | null, ICAL.Component>(await listOccurrenceParts(ours, reader))
  const main = findMainPart(theirs)
  const parts: [number | null, ICAL.Component][] = await listOccurrenceParts(theirs, reader)
  // An event without duration was free here and may have got a duration there.
  for (const [name, part] of main ? [[null, main] as const, ...parts] : parts) {
    const source = own.get(name) ?? findMainPart(ours)
    if (source && isBusy(part, reader) !== isBusy(source, reader)) replace(part, source, aspectProperties.busy)
  }
}

/** Replaces the occurrences of a series; existing ones keep their other properties. */
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
