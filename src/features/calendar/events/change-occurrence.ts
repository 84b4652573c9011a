import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { type CalendarEvent, moveTimes } from './calendar-event.entity.ts'
import type { UpdateCalendarEventInput } from './calendar-event.inputs.ts'
import { loadEventDetails } from './event-details.ts'
import { mailAttendees } from './invitation.mail.ts'
import { isPast, loadWritableEvent } from './load-writable-event.ts'
import {
  type ChangedOccurrence,
  getOccurrenceTimes,
  type OccurrenceChanges,
  readMovedOccurrences,
  readOccurrenceChanges,
} from './occurrences.ts'
import { isSeriesStart } from './recurrence.ts'
import { getSeries, saveOccurrence, updateSpan } from './save-occurrences.ts'

/** Changes one occurrence of a series, and notifies attendees. */
export async function updateOccurrence(
  context: Context,
  id: string,
  { occurrenceStart, ...input }: Omit<UpdateCalendarEventInput, 'occurrenceStart'> & { occurrenceStart: Date },
): Promise<{ event: CalendarEvent; occurrence: ChangedOccurrence }> {
  const event = await loadWritableEvent(context, id)
  const { title, startTime, endTime, description, location, ...ofSeries } = input
  for (const [field, value] of Object.entries(ofSeries))
    if (value !== undefined) throw invalidField(field, belongsToSeries)
  const known = await loadOccurrence(context, event, occurrenceStart)
  const before = getOccurrenceTimes(event, known)
  const zone = { timezone: event.timezone, allDay: event.allDay }
  const sent = { ...(startTime && { startTime }), ...(endTime && { endTime }) }
  const times = moveTimes({ ...zone, startTime: before.startTime, endTime: before.endTime }, { ...zone, ...sent })
  const span = startTime || endTime ? event.normalizeSpan(times.startTime, times.endTime) : before
  const changes = getDifferingFields(event, { ...known.changes, ...omitUndefined({ title, description, location }) })
  const isSame =
    isSameTime(span, before) && JSON.stringify(changes) === JSON.stringify(getDifferingFields(event, known.changes))
  if (isSame) return { event, occurrence: known }
  const byRule = getOccurrenceTimes(event, { ...known, startTime: null, endTime: null })
  const own = isSameTime(span, byRule) ? { startTime: null, endTime: null } : span
  const occurrence = { ...known, startTime: own.startTime, endTime: own.endTime, changes }
  await saveOccurrenceChange(context, event, occurrence, 'changed', before.endTime)
  return { event, occurrence }
}

/** Cancels one occurrence of a series. Attendees are notified unless it is over. */
export async function deleteOccurrence(context: Context, id: string, occurrenceStart: Date): Promise<void> {
  const event = await loadWritableEvent(context, id)
  const known = await loadOccurrence(context, event, occurrenceStart)
  await saveOccurrenceChange(
    context,
    event,
    { ...known, cancelled: true },
    'cancelled',
    getOccurrenceTimes(event, known).endTime,
  )
}

async function saveOccurrenceChange(
  context: Context,
  event: CalendarEvent,
  occurrence: ChangedOccurrence,
  news: 'changed' | 'cancelled',
  endBefore: Date,
) {
  await saveOccurrence(context, occurrence)
  event.sequence += 1
  context.markFieldChanged(event, 'occurrences')
  await updateSpan(context, event, await readMovedOccurrences(context, event))
  await context.transaction.flush()
  if (isPast(context, endBefore) && isPast(context, getOccurrenceTimes(event, occurrence).endTime)) return
  const whole = await loadEventDetails(context, event, [])
  await mailAttendees(context, news, whole, whole.attendees, occurrence)
}

const isSameTime = (one: { startTime: Date; endTime: Date }, other: { startTime: Date; endTime: Date }) =>
  one.startTime.getTime() === other.startTime.getTime() && one.endTime.getTime() === other.endTime.getTime()

const omitUndefined = (
  fields: { [Field in keyof OccurrenceChanges]: OccurrenceChanges[Field] | undefined },
): OccurrenceChanges => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Fields that differ from the series, in a fixed order. */
const getDifferingFields = (event: CalendarEvent, changes: OccurrenceChanges): OccurrenceChanges =>
  Object.fromEntries(
    (['title', 'description', 'location', 'busy'] as const).flatMap((field) =>
      changes[field] === undefined || changes[field] === event[field] ? [] : [[field, changes[field]]],
    ),
  )

/** 422 if the series has no occurrence with this start. */
export async function loadOccurrence(
  context: Context,
  event: CalendarEvent,
  occurrenceStart: Date,
): Promise<ChangedOccurrence> {
  const series = getSeries(event)
  const isOne = series !== null && isSeriesStart(series, occurrenceStart)
  const [known] = isOne ? await readOccurrenceChanges(context, [{ id: event.id, occurrenceStart }]) : []
  if (!isOne || known?.cancelled) throw invalidField('occurrenceStart', noOccurrence)
  return known ?? { eventId: event.id, occurrenceStart, cancelled: false, startTime: null, endTime: null, changes: {} }
}

const noOccurrence = {
  de: 'ist nicht der Beginn eines Termins dieser Serie',
  en: 'is not the start of an occurrence of this series',
}
const belongsToSeries = {
  de: 'gilt für die ganze Serie, nicht für einen einzelnen Termin',
  en: 'is of the whole series, not of a single occurrence',
}
