import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { type CalendarEvent, moved } from './calendar-event.entity.ts'
import type { UpdateCalendarEventInput } from './calendar-event.inputs.ts'
import { tellAttendees } from './invitation.mail.ts'
import { enclose, keepOccurrence, seriesOf } from './keep-occurrences.ts'
import { isOver, loadOwn } from './load-own.ts'
import { type ChangedOccurrence, type Changes, changedAmong, movedOf, timesOf } from './occurrences.ts'
import { isStart } from './recurrence.ts'
import { wholeEvent } from './whole-event.ts'

/** Changes one occurrence of a series, and tells those who attend of it alone. */
export async function updateOccurrence(
  context: Context,
  id: string,
  { occurrenceStart, ...input }: Omit<UpdateCalendarEventInput, 'occurrenceStart'> & { occurrenceStart: Date },
): Promise<{ event: CalendarEvent; occurrence: ChangedOccurrence }> {
  const event = await loadOwn(context, id)
  const { title, startTime, endTime, description, location, ...ofSeries } = input
  for (const [field, value] of Object.entries(ofSeries))
    if (value !== undefined) throw invalidField(field, belongsToSeries)
  const known = await occurrenceOf(context, event, occurrenceStart)
  const before = timesOf(event, known)
  const zone = { timezone: event.timezone, allDay: event.allDay }
  const sent = { ...(startTime && { startTime }), ...(endTime && { endTime }) }
  const times = moved({ ...zone, startTime: before.startTime, endTime: before.endTime }, { ...zone, ...sent })
  const span = startTime || endTime ? event.spanAt(times.startTime, times.endTime) : before
  const changes = ownOf(event, { ...known.changes, ...sentOf({ title, description, location }) })
  const isSame = isSameTime(span, before) && JSON.stringify(changes) === JSON.stringify(ownOf(event, known.changes))
  if (isSame) return { event, occurrence: known }
  const byRule = timesOf(event, { ...known, startTime: null, endTime: null })
  const own = isSameTime(span, byRule) ? { startTime: null, endTime: null } : span
  const occurrence = { ...known, startTime: own.startTime, endTime: own.endTime, changes }
  await settleOccurrence(context, event, occurrence, 'changed', before.endTime)
  return { event, occurrence }
}

/** Cancels one occurrence of a series; those who attend are told, unless it is over. */
export async function deleteOccurrence(context: Context, id: string, occurrenceStart: Date): Promise<void> {
  const event = await loadOwn(context, id)
  const known = await occurrenceOf(context, event, occurrenceStart)
  await settleOccurrence(context, event, { ...known, cancelled: true }, 'cancelled', timesOf(event, known).endTime)
}

async function settleOccurrence(
  context: Context,
  event: CalendarEvent,
  occurrence: ChangedOccurrence,
  news: 'changed' | 'cancelled',
  endBefore: Date,
) {
  await keepOccurrence(context, occurrence)
  event.sequence += 1
  context.touch(event, 'occurrences')
  await enclose(context, event, await movedOf(context, event))
  await context.transaction.flush()
  if (isOver(context, endBefore) && isOver(context, timesOf(event, occurrence).endTime)) return
  const whole = await wholeEvent(context, event, [])
  await tellAttendees(context, news, whole, whole.attendees, occurrence)
}

const isSameTime = (one: { startTime: Date; endTime: Date }, other: { startTime: Date; endTime: Date }) =>
  one.startTime.getTime() === other.startTime.getTime() && one.endTime.getTime() === other.endTime.getTime()

/** What was sent. */
const sentOf = (fields: { [Field in keyof Changes]: Changes[Field] | undefined }): Changes =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** What of an occurrence is not as its series has it, in one order. */
const ownOf = (event: CalendarEvent, changes: Changes): Changes =>
  Object.fromEntries(
    (['title', 'description', 'location', 'busy'] as const).flatMap((field) =>
      changes[field] === undefined || changes[field] === event[field] ? [] : [[field, changes[field]]],
    ),
  )

/** What is known of an occurrence that its series has; 422 where it has none that the rule starts then. */
export async function occurrenceOf(
  context: Context,
  event: CalendarEvent,
  occurrenceStart: Date,
): Promise<ChangedOccurrence> {
  const series = seriesOf(event)
  const isOne = series !== null && isStart(series, occurrenceStart)
  const [known] = isOne ? await changedAmong(context, [{ id: event.id, occurrenceStart }]) : []
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
