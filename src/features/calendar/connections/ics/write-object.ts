import type ICAL from 'ical.js'
import { entriesOf, type WholeEvent } from '../../events/entry.ts'
import { icalendar } from '../../icalendar/icalendar.ts'
import { type Aspect, nameOf, type Prints, printOf, type Reader } from './read-object.ts'

// Nobody is named who is invited: whom Kontor has mailed a server would mail once more (RFC 6638), and whom the other calendar
// has invited is left to it.

type Written = Pick<WholeEvent, 'event' | 'changed'>

/** An event as an object of a calendar: without a METHOD (RFC 4791 §4.1). */
export const newObject = ({ event, changed }: Written): string =>
  icalendar({
    method: null,
    entries: entriesOf({ event, changed, attendees: [], organizer: null }).map((entry) => ({
      ...entry,
      isFree: event.allDay || !event.busy,
    })),
  })

const ofAspect: Readonly<Record<Exclude<Aspect, 'when'>, readonly string[]>> = {
  title: ['summary'],
  description: ['description', 'x-alt-desc'],
  location: ['location', 'url', 'conference'],
  busy: ['transp', 'x-microsoft-cdo-busystatus'],
}
const ofTime = ['dtstart', 'dtend', 'duration', 'rrule', 'exdate']
const ofOccurrence = ['recurrence-id', 'dtstart', 'dtend', 'duration', 'summary', 'description', 'location']

/** An object with what has changed here; all else that it says stays: alarms, attendees, what other programs keep there. */
export async function patchObject(
  data: string,
  written: Written,
  changed: readonly Aspect[],
  reader: Reader,
): Promise<string> {
  const { default: ICAL } = await import('ical.js')
  const read = (text: string): ICAL.Component => {
    const parsed = ICAL.parse(text)
    return new ICAL.Component(Array.isArray(parsed[0]) ? parsed[0] : parsed)
  }
  const [theirs, ours] = [read(data), read(newObject(written))]
  const replace: Replace = (part, from, names) => {
    for (const name of names) {
      part.removeAllProperties(name)
      for (const property of from.getAllProperties(name))
        part.addProperty(new ICAL.Property(structuredClone(property.toJSON())))
    }
  }
  const target = mainOf(theirs)
  const source = mainOf(ours)
  if (!target || !source) return newObject(written)
  for (const aspect of changed) if (aspect !== 'when') replace(target, source, ofAspect[aspect])
  if (changed.includes('when')) {
    replace(target, source, ofTime)
    if (written.event.recurrence === null) target.removeAllProperties('rdate')
    const copy: Copy = (part) => new ICAL.Component(structuredClone(part.toJSON()) as unknown[])
    await replaceOccurrences(theirs, ours, { replace, copy, reader })
  }
  const sequence = Number(target.getFirstPropertyValue('sequence') ?? 0)
  for (const part of theirs.getAllSubcomponents('vevent')) {
    replace(part, source, ['dtstamp', 'last-modified'])
    part.updatePropertyWithValue('sequence', Math.max(sequence + 1, written.event.sequence))
  }
  return `${theirs.toString()}\r\n`
}

const mainOf = (calendar: ICAL.Component) =>
  calendar.getAllSubcomponents('vevent').find((part) => !part.hasProperty('recurrence-id'))

type Copy = (part: ICAL.Component) => ICAL.Component
type Replace = (part: ICAL.Component, from: ICAL.Component, names: readonly string[]) => void

/** Gives a series our occurrences; one that it has already keeps what else it says. */
async function replaceOccurrences(
  theirs: ICAL.Component,
  ours: ICAL.Component,
  { replace, copy, reader }: { replace: Replace; copy: Copy; reader: Reader },
) {
  const named = async (calendar: ICAL.Component): Promise<[number, ICAL.Component][]> => {
    const found: [number, ICAL.Component][] = []
    for (const part of calendar.getAllSubcomponents('vevent')) {
      const name = await nameOf(part, calendar, reader)
      if (name !== null) found.push([name, part])
    }
    return found
  }
  for (const zone of ours.getAllSubcomponents('vtimezone')) {
    const tzid = String(zone.getFirstPropertyValue('tzid'))
    const isThere = theirs
      .getAllSubcomponents('vtimezone')
      .some((other) => String(other.getFirstPropertyValue('tzid')) === tzid)
    if (!isThere) theirs.addSubcomponent(copy(zone))
  }
  const wanted = new Map(await named(ours))
  for (const [name, part] of await named(theirs)) {
    const own = wanted.get(name)
    if (own) replace(part, own, ofOccurrence)
    else theirs.removeSubcomponent(part)
    wanted.delete(name)
  }
  for (const part of wanted.values()) theirs.addSubcomponent(copy(part))
}

/** What an event says of each aspect here. */
export const printsHere = ({ event, changed }: Written): Prints => ({
  title: printOf(event.title),
  description: printOf(event.description),
  location: printOf([event.location, event.meetUrl]),
  busy: printOf(event.busy),
  when: printOf([
    event.startTime,
    event.endTime,
    event.timezone,
    event.allDay,
    event.recurrence,
    changed
      .map(({ occurrenceStart, cancelled, startTime, endTime, changes: { title, description, location } }) => [
        occurrenceStart,
        cancelled,
        ...(cancelled
          ? []
          : [startTime, endTime, [title ?? []], [description ?? [description]], [location ?? [location]]]),
      ])
      .sort(),
  ]),
})
