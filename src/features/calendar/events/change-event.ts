import sql from 'sql-template-tag'
import { conflict, forbidden, invalid } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { instantOf, wallClock } from '#core/time/zoned'
import { Client } from '#features/people/clients/client.entity'
import { Member } from '#features/people/members/member.entity'
import { Project } from '#features/work/projects/project.entity'
import type { CalendarPerson } from '../icalendar/icalendar.ts'
import { addAttendees, askAgain, recipientsOf, removeAttendees } from './attendees.ts'
import { CalendarEvent, endOf, moved } from './calendar-event.entity.ts'
import type { CreateCalendarEventInput, UpdateCalendarEventInput } from './calendar-event.inputs.ts'
import { calendarEvents } from './calendar-event.policy.ts'
import { tellAttendees } from './invitation.mail.ts'
import { reminderAfterChange } from './next-reminder.ts'
import {
  type ChangedOccurrence,
  type Changes,
  changedAmong,
  type MovedOccurrence,
  movedOf,
  timesOf,
} from './occurrences.ts'
import { isStart, lastStart, readRule } from './recurrence.ts'
import { type KnownEvent, wholeEvent } from './whole-event.ts'

/** What an event is made with, beside what the caller may send. */
interface NewEvent extends Omit<CreateCalendarEventInput, 'attendeeEmails'> {
  userId: string
  timezone: string
  bookingId?: string | null
  connectionId?: string | null
  /** iCalendar's UID, where the event has one already; its ORGANIZER, where it is told of otherwise. */
  uid?: string
  organizer?: CalendarPerson
  /** What is different about its occurrences from the beginning. */
  occurrences?: readonly Omit<ChangedOccurrence, 'eventId'>[]
}

/** Creates an event of the caller's, or in another's calendar, and invites its attendees. */
export async function createEvent(context: Context, input: CreateCalendarEventInput): Promise<CalendarEvent> {
  const { attendeeEmails = [], userId = context.member.id, ...fields } = input
  const owner = await context.refer(Member, userId, 'userId')
  const caller = userId === context.member.id ? owner : await context.read(Member, context.member.id)
  const organizer = { name: owner.name, email: owner.email }
  const event = await addEvent(context, {
    ...{ ...fields, userId, timezone: input.timezone ?? caller.timezone },
    ...(attendeeEmails.length && { organizer }),
  })
  if (attendeeEmails.length) {
    await invite(context, event, attendeeEmails)
    const whole = await wholeEvent(context, event)
    if (!isOver(context, event.spanEnd)) await tellAttendees(context, 'invited', whole, whole.attendees)
  }
  return event
}

/**
 * Adds an event within an operation, and tells nobody.
 * @public
 */
export async function addEvent(context: Context, fields: NewEvent): Promise<CalendarEvent> {
  const { startTime, endTime, attachMeet, recurrence, projectId, clientId, uid, occurrences = [], ...plain } = fields
  const event = context.draft(CalendarEvent, {
    ...(plain as Partial<CalendarEvent>),
    ...(await placeOf(context, projectId, clientId)),
    recurrence: recurrence ? readRule(recurrence) : null,
    // A guest who has booked weeks ago is reminded a day before.
    ...(plain.bookingId && { reminderMinutes: plain.reminderMinutes ?? 24 * 60 }),
    meetUrl: attachMeet ? await context.services.meetings.open(fields) : null,
  })
  event.uid = uid ?? `${event.id}@kontor`
  event.schedule(startTime, endTime)
  const changed = occurrences.map((each) => ({ ...each, eventId: event.id }))
  await enclose(context, event, changed)
  context.transaction.add(event)
  await context.transaction.flush()
  for (const each of changed) await keepOccurrence(context, each)
  return event
}

/** Changes an event or a whole series, and tells those who attend. */
export async function updateEvent(
  context: Context,
  id: string,
  input: UpdateCalendarEventInput,
): Promise<CalendarEvent> {
  const event = await loadOwn(context, id)
  assertNotBooked(context, event, input)
  const before = await wholeEvent(context, event)
  const told = toldOf(event)
  const timing = timingOf(event)
  const wasOver = isOver(context, event.spanEnd)
  const { timezone, allDay } = event
  const times = { ...{ timezone, allDay }, startTime: event.startTime, endTime: event.endTime }
  const { occurrenceStart: _whole, startTime, endTime, attachMeet, recurrence, ...rest } = input
  const { projectId, clientId, userId, attendeeEmails, ...plain } = rest
  if (userId !== undefined) await context.refer(Member, userId, 'userId')
  const old = seriesOf(event)
  context.assign(event, {
    ...(plain as Partial<CalendarEvent>),
    // Who gives it to somebody else takes it out of their own calendars.
    ...(userId !== undefined && { userId, ...(userId !== event.userId && { connectionId: null }) }),
    ...(projectId !== undefined || clientId !== undefined ? await placeOf(context, projectId, clientId) : {}),
    ...(recurrence !== undefined && { recurrence: recurrence === null ? null : readRule(recurrence) }),
  })
  if (attachMeet !== undefined && attachMeet !== (event.meetUrl !== null))
    event.meetUrl = attachMeet ? await context.services.meetings.open(event) : null
  const sent = { ...(startTime && { startTime }), ...(endTime && { endTime }) }
  const { startTime: start, endTime: end } = moved(times, { timezone: event.timezone, allDay: event.allDay, ...sent })
  event.schedule(start, end)
  const isMoved = timing !== timingOf(event)
  const changed = isMoved ? await carryOver(context, old, event, before.changed) : before.changed
  await enclose(context, event, changed)
  // Nobody is told of what was over, and is.
  const isQuiet = wasOver && isOver(context, event.spanEnd)
  const isNews = !isQuiet && told !== toldOf(event)
  if (isNews) event.sequence += 1
  if (isMoved) await askAgain(context, id)
  await context.transaction.flush()
  await changeAttendees(context, event, before, attendeeEmails, { isNews, isQuiet })
  return event
}

/** Who attends after a change: those who are new are invited, those left out told so, and the others told where there is news. */
async function changeAttendees(
  context: Context,
  event: CalendarEvent,
  before: KnownEvent,
  emails: readonly string[] | undefined,
  { isNews, isQuiet }: { isNews: boolean; isQuiet: boolean },
) {
  const wanted = emails?.map((email) => email.toLowerCase())
  const removed = wanted ? before.attendees.filter(({ email }) => !wanted.includes(email)) : []
  const known = new Set(before.attendees.map(({ email }) => email))
  const added = wanted?.filter((email) => !known.has(email)) ?? []
  // Who is taken off is sent something newer than what they have (RFC 5546 §2.1.4).
  if (removed.length && !isNews) event.sequence += 1
  if (removed.length) {
    if (!isQuiet) await tellAttendees(context, 'cancelled', { ...before, event }, removed)
    await removeAttendees(
      context,
      event.id,
      removed.map(({ email }) => email),
    )
  }
  if (added.length) await invite(context, event, added)
  if (added.length || removed.length) context.touch(event, 'attendees')
  if (isQuiet || (!added.length && !isNews)) return
  const whole = await wholeEvent(context, event)
  const isNew = ({ email }: { email: string }) => added.includes(email)
  await tellAttendees(context, 'invited', whole, whole.attendees.filter(isNew))
  if (isNews)
    await tellAttendees(
      context,
      'changed',
      whole,
      whole.attendees.filter((attendee) => !isNew(attendee)),
    )
}

/** Deletes an event or a whole series; those who attend are told, unless it is over. */
export async function deleteEvent(context: Context, id: string): Promise<void> {
  const event = await loadOwn(context, id)
  assertNotBooked(context, event, null)
  await cancelEvent(context, event, true)
}

/**
 * Takes an event out of the calendar within an operation.
 * @public
 */
export async function cancelEvent(context: Context, event: CalendarEvent, tells = false): Promise<void> {
  if (tells && !isOver(context, event.spanEnd)) {
    event.sequence += 1
    const whole = await wholeEvent(context, event)
    await tellAttendees(context, 'cancelled', whole, whole.attendees)
  }
  await context.release(event)
  context.em.remove(event)
  await context.transaction.flush()
}

/**
 * Moves an event within an operation, and tells those who attend.
 * @public
 */
export async function moveEvent(
  context: Context,
  event: CalendarEvent,
  startTime: Date,
  endTime: Date,
): Promise<CalendarEvent> {
  event.schedule(startTime, endTime)
  event.sequence += 1
  await enclose(context, event, [])
  await askAgain(context, event.id)
  await context.transaction.flush()
  const whole = await wholeEvent(context, event)
  await tellAttendees(context, 'changed', whole, whole.attendees)
  return event
}

/** What another calendar says anew of an event: what it is about, and when it takes place with all its occurrences. */
interface Revision {
  about: Partial<Pick<CalendarEvent, 'title' | 'description' | 'location' | 'busy'>>
  when?: Pick<CalendarEvent, 'startTime' | 'endTime' | 'timezone' | 'allDay' | 'recurrence'> & {
    occurrences: readonly Omit<ChangedOccurrence, 'eventId'>[]
  }
}

/** Takes over what another calendar says of an event within an operation; whom Kontor has invited is told. */
export async function reviseEvent(context: Context, event: CalendarEvent, { about, when }: Revision): Promise<void> {
  const told = toldOf(event)
  context.assign(event, about)
  let changed: readonly ChangedOccurrence[] = []
  if (when) {
    const { startTime, endTime, occurrences, recurrence, ...rest } = when
    context.assign(event, { ...rest, recurrence: recurrence && readRule(recurrence) })
    event.schedule(startTime, endTime)
    changed = occurrences.map((each) => ({ ...each, eventId: event.id }))
    await enclose(context, event, changed)
  }
  const isNews = told !== toldOf(event) || when !== undefined
  if (isNews) event.sequence += 1
  await context.transaction.flush()
  if (when) {
    const { organizationId } = context
    await context.write(
      sql`delete from calendar_occurrences where organization_id = ${organizationId} and event_id = ${event.id}`,
    )
    for (const each of changed) await keepOccurrence(context, each)
    await askAgain(context, event.id)
  }
  if (!isNews) return
  const whole = await wholeEvent(context, event)
  const isOver = event.spanEnd !== null && event.spanEnd <= context.clock.now()
  if (whole.attendees.length && !isOver) await tellAttendees(context, 'changed', whole, whole.attendees)
}

/** Changes one occurrence of a series, and tells those who attend of it alone. */
export async function updateOccurrence(
  context: Context,
  id: string,
  { occurrenceStart, ...input }: Omit<UpdateCalendarEventInput, 'occurrenceStart'> & { occurrenceStart: Date },
): Promise<{ event: CalendarEvent; occurrence: ChangedOccurrence }> {
  const event = await loadOwn(context, id)
  const { title, startTime, endTime, description, location, ...ofSeries } = input
  for (const [field, value] of Object.entries(ofSeries)) if (value !== undefined) throw invalid(field, belongsToSeries)
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
    (['title', 'description', 'location'] as const).flatMap((field) =>
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
  const isOne = series !== null && (await isStart(series, occurrenceStart))
  const [known] = isOne ? await changedAmong(context, [{ id: event.id, occurrenceStart }]) : []
  if (!isOne || known?.cancelled) throw invalid('occurrenceStart', noOccurrence)
  return known ?? { eventId: event.id, occurrenceStart, cancelled: false, startTime: null, endTime: null, changes: {} }
}

const keepOccurrence = (context: Context, occurrence: ChangedOccurrence) => {
  const { eventId, occurrenceStart, cancelled, startTime, endTime, changes } = occurrence
  return context.write(
    sql`insert into calendar_occurrences (organization_id, event_id, occurrence_start, cancelled, start_time, end_time, changes)
        values (${context.organizationId}, ${eventId}, ${occurrenceStart}, ${cancelled}, ${startTime}, ${endTime},
          ${JSON.stringify(changes)}::jsonb)
        on conflict (organization_id, event_id, occurrence_start) do update set cancelled = excluded.cancelled,
          start_time = excluded.start_time, end_time = excluded.end_time, changes = excluded.changes`,
  )
}

/**
 * What was different about single occurrences, of a series that was moved: each stays with the one it was about, as much later by
 * the clock as the series starts later, where the rule still has it. Who was moved by hand stays where they are.
 */
async function carryOver(
  context: Context,
  old: ReturnType<typeof seriesOf>,
  event: CalendarEvent,
  changed: readonly ChangedOccurrence[],
): Promise<ChangedOccurrence[]> {
  if (!old || !changed.length) return []
  await context.write(
    sql`delete from calendar_occurrences where organization_id = ${context.organizationId} and event_id = ${event.id}`,
  )
  const series = seriesOf(event)
  if (!series) return []
  const wall = (at: Date, zone: string) => Date.parse(`${wallClock(at, zone)}Z`)
  const later = wall(event.startTime, event.timezone) - wall(old.startTime, old.timezone)
  const kept: ChangedOccurrence[] = []
  for (const occurrence of changed) {
    const moved = new Date(wall(occurrence.occurrenceStart, old.timezone) + later).toISOString().slice(0, 19)
    const occurrenceStart = instantOf(moved, event.timezone, 'later')
    if (!(await isStart(series, occurrenceStart))) continue
    kept.push({ ...occurrence, occurrenceStart })
    await keepOccurrence(context, { ...occurrence, occurrenceStart })
  }
  return kept
}

/** Finds out between what all occurrences of an event lie, and plans its next reminder. */
async function enclose(context: Context, event: CalendarEvent, changed: readonly MovedOccurrence[]) {
  const { first, last } = await spanOf(event, changed)
  event.enclose(last, first)
  event.remindAt = await reminderAfterChange(event, changed, context.clock.now())
}

/** The start of the first occurrence, and the end of the last; null where there is no last. */
async function spanOf(event: CalendarEvent, changed: readonly MovedOccurrence[]) {
  const series = seriesOf(event)
  if (!series) return { first: event.startTime, last: event.endTime }
  const last = await lastStart(series)
  const moved = changed.flatMap(({ startTime, endTime, cancelled }) =>
    startTime && endTime && !cancelled ? [{ startTime, endTime }] : [],
  )
  const starts = [event.startTime, ...moved.map(({ startTime }) => startTime)]
  const ends = [...(last ? [endOf(event, last)] : []), ...moved.map(({ endTime }) => endTime)]
  return {
    first: new Date(Math.min(...starts.map(Number))),
    last: last && new Date(Math.max(...ends.map(Number))),
  }
}

const seriesOf = ({ startTime, timezone, recurrence }: CalendarEvent) =>
  recurrence === null ? null : { startTime, timezone, recurrence }

async function invite(context: Context, event: CalendarEvent, emails: readonly string[]) {
  event.organizer ??= await organizerOf(context, event)
  const people = await recipientsOf(context, emails)
  const own = people.filter(({ memberId }) => memberId !== null && memberId === event.userId)
  await addAttendees(context, event.id, own, 'accepted')
  await addAttendees(
    context,
    event.id,
    people.filter((person) => !own.includes(person)),
  )
}

/** Who invites: whose calendar it is in, or once they have left who asks for it. */
async function organizerOf(context: Context, { userId }: CalendarEvent) {
  const { name, email } = await context.read(Member, userId ?? context.member.id)
  return { name, email }
}

/** The project and client of an event; 422 where there is none such. */
async function placeOf(context: Context, projectId: string | null | undefined, clientId: string | null | undefined) {
  const project = projectId ? await context.refer(Project, projectId, 'projectId') : null
  if (clientId) await context.refer(Client, clientId, 'clientId')
  return {
    ...(projectId !== undefined && { projectId }),
    ...(clientId !== undefined ? { clientId } : project && { clientId: project.clientId }),
  }
}

/** The event to change; 403 where it came from another's calendar. */
export async function loadOwn(context: Context, id: string): Promise<CalendarEvent> {
  const event = await context.load(CalendarEvent, id)
  if (event.connectionId !== null && event.userId !== context.member.id) throw forbidden()
  return event
}

/** What the guest of a booking was told. */
const toldGuest = [
  ...(['startTime', 'endTime', 'timezone', 'recurrence', 'allDay', 'userId'] as const),
  ...(['title', 'description', 'location', 'attachMeet'] as const),
]

/**
 * 409 where a booking says when, where and what it is: its guest would not know. 403 where another was booked. `input` is
 * null where the event is to be deleted.
 */
function assertNotBooked(context: Context, event: CalendarEvent, input: UpdateCalendarEventInput | null) {
  if (event.bookingId === null) return
  if (event.userId !== context.member.id) context.demand(calendarEvents.writeBookedOfOthers)
  const now = (field: (typeof toldGuest)[number]) => (field === 'attachMeet' ? event.meetUrl !== null : event[field])
  const isOther = (field: (typeof toldGuest)[number]) =>
    input?.[field] !== undefined && input[field]?.valueOf() !== now(field)?.valueOf()
  if (input === null || toldGuest.some(isOther))
    throw conflict('invalid_state', {
      de: 'Dieser Termin gehört zu einer Buchung, und der Gast kennt ihn so: Bitte verschieben oder stornieren Sie die Buchung.',
      en: 'This event belongs to a booking, as its guest was told: please move or cancel the booking.',
    })
}

/** Whether what ends then is over: nobody is told of it. */
const isOver = ({ clock }: Context, end: Date | null) => end !== null && end <= clock.now()

/** When it is; attendees who have answered are asked again where this changes. */
const timingOf = ({ startTime, endTime, timezone, allDay, recurrence }: CalendarEvent) =>
  JSON.stringify([startTime, endTime, timezone, allDay, recurrence])

/** What attendees are told of. */
const toldOf = (event: CalendarEvent) =>
  JSON.stringify([timingOf(event), event.title, event.description, event.location, event.meetUrl, event.userId])

const noOccurrence = {
  de: 'ist nicht der Beginn eines Termins dieser Serie',
  en: 'is not the start of an occurrence of this series',
}
const belongsToSeries = {
  de: 'gilt für die ganze Serie, nicht für einen einzelnen Termin',
  en: 'is of the whole series, not of a single occurrence',
}
