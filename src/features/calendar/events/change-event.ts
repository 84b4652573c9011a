import sql from 'sql-template-tag'
import { conflict } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { Client } from '#features/people/clients/client.entity'
import { Member } from '#features/people/members/member.entity'
import { Project } from '#features/work/projects/project.entity'
import type { CalendarPerson } from '../icalendar/icalendar.ts'
import { addAttendees, findRecipients, removeAttendees, resetAnswers } from './attendees.ts'
import { CalendarEvent, moveTimes } from './calendar-event.entity.ts'
import type { CreateCalendarEventInput, UpdateCalendarEventInput } from './calendar-event.inputs.ts'
import { calendarEvents } from './calendar-event.policy.ts'
import { loadEventDetails, type StoredEventDetails } from './event-details.ts'
import { mailAttendees } from './invitation.mail.ts'
import { isPast, loadWritableEvent } from './load-writable-event.ts'
import type { ChangedOccurrence } from './occurrences.ts'
import { normalizeRule } from './recurrence.ts'
import { carryOverOccurrences, getSeries, saveOccurrence, updateSpan } from './save-occurrences.ts'

/** Fields of a new event, including those that callers cannot set. */
interface NewEvent extends Omit<CreateCalendarEventInput, 'attendeeEmails'> {
  userId: string
  timezone: string
  bookingId?: string | null
  connectionId?: string | null
  /** UID of a synced event; ORGANIZER of a booked one. */
  uid?: string
  organizer?: CalendarPerson
  occurrences?: readonly Omit<ChangedOccurrence, 'eventId'>[]
}

/** Creates an event in the caller's or another member's calendar and invites its attendees. */
export async function createEvent(context: Context, input: CreateCalendarEventInput): Promise<CalendarEvent> {
  const { attendeeEmails = [], userId = context.member.id, ...fields } = input
  const owner = await context.readReferenced(Member, userId, 'userId')
  const caller = userId === context.member.id ? owner : await context.read(Member, context.member.id)
  const organizer = { name: owner.name, email: owner.email }
  const event = await addEvent(context, {
    ...{ ...fields, userId, timezone: input.timezone ?? caller.timezone },
    ...(attendeeEmails.length && { organizer }),
  })
  if (attendeeEmails.length) {
    await inviteAttendees(context, event, attendeeEmails)
    const whole = await loadEventDetails(context, event)
    if (!isPast(context, event.spanEnd)) await mailAttendees(context, 'invited', whole, whole.attendees)
  }
  return event
}

/**
 * Adds an event without notifying anyone.
 * @public
 */
export async function addEvent(context: Context, fields: NewEvent): Promise<CalendarEvent> {
  const { startTime, endTime, attachMeet, recurrence, projectId, clientId, uid, occurrences = [], ...plain } = fields
  const event = context.draft(CalendarEvent, {
    ...(plain as Partial<CalendarEvent>),
    ...(await resolveProjectAndClient(context, projectId, clientId)),
    busy: plain.busy ?? !plain.allDay,
    recurrence: recurrence ? normalizeRule(recurrence) : null,
    // Guests may have booked weeks ago, so they are reminded a day before.
    ...(plain.bookingId && { reminderMinutes: plain.reminderMinutes ?? 24 * 60 }),
    meetUrl: attachMeet ? await context.services.meetings.createRoom(fields) : null,
  })
  event.uid = uid ?? `${event.id}@kontor`
  event.schedule(startTime, endTime)
  const changed = occurrences.map((each) => ({ ...each, eventId: event.id }))
  await updateSpan(context, event, changed)
  context.transaction.add(event)
  await context.transaction.flush()
  for (const each of changed) await saveOccurrence(context, each)
  return event
}

/** Changes an event or a whole series, and notifies attendees. */
export async function updateEvent(
  context: Context,
  id: string,
  input: UpdateCalendarEventInput,
): Promise<CalendarEvent> {
  const event = await loadWritableEvent(context, id)
  assertNotFixedByBooking(context, event, input)
  const before = await loadEventDetails(context, event)
  const told = serializeAnnouncedFields(event)
  const timing = serializeTiming(event)
  const wasOver = isPast(context, event.spanEnd)
  const { timezone, allDay } = event
  const times = { ...{ timezone, allDay }, startTime: event.startTime, endTime: event.endTime }
  const { occurrenceStart: _whole, startTime, endTime, attachMeet, recurrence, ...rest } = input
  const { projectId, clientId, userId, attendeeEmails, ...plain } = rest
  if (userId !== undefined) await context.readReferenced(Member, userId, 'userId')
  const old = getSeries(event)
  context.assign(event, {
    ...(plain as Partial<CalendarEvent>),
    // An event that is given to another member leaves the connected calendar.
    ...(userId !== undefined && { userId, ...(userId !== event.userId && { connectionId: null }) }),
    ...(projectId !== undefined || clientId !== undefined
      ? await resolveProjectAndClient(context, projectId, clientId)
      : {}),
    ...(recurrence !== undefined && { recurrence: recurrence === null ? null : normalizeRule(recurrence) }),
  })
  if (attachMeet !== undefined && attachMeet !== (event.meetUrl !== null))
    event.meetUrl = attachMeet ? await context.services.meetings.createRoom(event) : null
  const sent = { ...(startTime && { startTime }), ...(endTime && { endTime }) }
  const { startTime: start, endTime: end } = moveTimes(times, {
    timezone: event.timezone,
    allDay: event.allDay,
    ...sent,
  })
  event.schedule(start, end)
  const isMoved = timing !== serializeTiming(event)
  const changed = isMoved ? await carryOverOccurrences(context, old, event, before.changed) : before.changed
  await updateSpan(context, event, changed)
  // Past events are changed without notice.
  const isQuiet = wasOver && isPast(context, event.spanEnd)
  const isNews = !isQuiet && told !== serializeAnnouncedFields(event)
  if (isNews) event.sequence += 1
  if (isMoved) await resetAnswers(context, id)
  await context.transaction.flush()
  await updateAttendees(context, event, before, attendeeEmails, { isNews, isQuiet })
  return event
}

/** Invites new attendees, notifies removed ones, and the others if something changed. */
async function updateAttendees(
  context: Context,
  event: CalendarEvent,
  before: StoredEventDetails,
  emails: readonly string[] | undefined,
  { isNews, isQuiet }: { isNews: boolean; isQuiet: boolean },
) {
  const wanted = emails?.map((email) => email.toLowerCase())
  const removed = wanted ? before.attendees.filter(({ email }) => !wanted.includes(email)) : []
  const known = new Set(before.attendees.map(({ email }) => email))
  const added = wanted?.filter((email) => !known.has(email)) ?? []
  // A removed attendee must receive a higher SEQUENCE (RFC 5546 §2.1.4).
  if (removed.length && !isNews) event.sequence += 1
  if (removed.length) {
    if (!isQuiet) await mailAttendees(context, 'cancelled', { ...before, event }, removed)
    await removeAttendees(
      context,
      event.id,
      removed.map(({ email }) => email),
    )
  }
  if (added.length) await inviteAttendees(context, event, added)
  if (added.length || removed.length) context.markFieldChanged(event, 'attendees')
  if (isQuiet || (!added.length && !isNews)) return
  const whole = await loadEventDetails(context, event)
  const isNew = ({ email }: { email: string }) => added.includes(email)
  await mailAttendees(context, 'invited', whole, whole.attendees.filter(isNew))
  if (isNews)
    await mailAttendees(
      context,
      'changed',
      whole,
      whole.attendees.filter((attendee) => !isNew(attendee)),
    )
}

/** Deletes an event or a series. Attendees are notified unless it is over. */
export async function deleteEvent(context: Context, id: string): Promise<void> {
  const event = await loadWritableEvent(context, id)
  assertNotFixedByBooking(context, event, null)
  await cancelEvent(context, event, true)
}

/**
 * Deletes an event.
 * @public
 */
export async function cancelEvent(context: Context, event: CalendarEvent, tells = false): Promise<void> {
  if (tells && !isPast(context, event.spanEnd)) {
    event.sequence += 1
    const whole = await loadEventDetails(context, event)
    await mailAttendees(context, 'cancelled', whole, whole.attendees)
  }
  await context.runDeleteHandlers(event)
  context.em.remove(event)
  await context.transaction.flush()
}

/**
 * Moves an event and notifies attendees.
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
  await updateSpan(context, event, [])
  await resetAnswers(context, event.id)
  await context.transaction.flush()
  const whole = await loadEventDetails(context, event)
  await mailAttendees(context, 'changed', whole, whole.attendees)
  return event
}

/** Changes from a connected calendar. `when` includes all occurrences. */
interface EventRevision {
  texts: Partial<Pick<CalendarEvent, 'title' | 'description' | 'location' | 'busy'>>
  when?: Pick<CalendarEvent, 'startTime' | 'endTime' | 'timezone' | 'allDay' | 'recurrence'> & {
    occurrences: readonly Omit<ChangedOccurrence, 'eventId'>[]
  }
}

/** Applies changes from a connected calendar, and notifies attendees. */
export async function applyRevision(
  context: Context,
  event: CalendarEvent,
  { texts, when }: EventRevision,
): Promise<void> {
  const told = serializeAnnouncedFields(event)
  context.assign(event, texts)
  let changed: readonly ChangedOccurrence[] = []
  if (when) {
    const { startTime, endTime, occurrences, recurrence, ...rest } = when
    context.assign(event, { ...rest, recurrence: recurrence && normalizeRule(recurrence) })
    event.schedule(startTime, endTime)
    changed = occurrences.map((each) => ({ ...each, eventId: event.id }))
    await updateSpan(context, event, changed)
  }
  const isNews = told !== serializeAnnouncedFields(event) || when !== undefined
  if (isNews) event.sequence += 1
  await context.transaction.flush()
  if (when) {
    const { organizationId } = context
    await context.write(
      sql`delete from calendar_occurrences where organization_id = ${organizationId} and event_id = ${event.id}`,
    )
    for (const each of changed) await saveOccurrence(context, each)
    await resetAnswers(context, event.id)
  }
  if (!isNews) return
  const whole = await loadEventDetails(context, event)
  if (whole.attendees.length && !isPast(context, event.spanEnd))
    await mailAttendees(context, 'changed', whole, whole.attendees)
}

async function inviteAttendees(context: Context, event: CalendarEvent, emails: readonly string[]) {
  event.organizer ??= await readOrganizer(context, event)
  const people = await findRecipients(context, emails)
  const own = people.filter(({ memberId }) => memberId !== null && memberId === event.userId)
  await addAttendees(context, event.id, own, 'accepted')
  await addAttendees(
    context,
    event.id,
    people.filter((person) => !own.includes(person)),
  )
}

/** The owner of the calendar, or the caller once the owner has left. */
async function readOrganizer(context: Context, { userId }: CalendarEvent) {
  const { name, email } = await context.read(Member, userId ?? context.member.id)
  return { name, email }
}

/** The client defaults to the project's. 422 for an unknown id. */
async function resolveProjectAndClient(
  context: Context,
  projectId: string | null | undefined,
  clientId: string | null | undefined,
) {
  const project = projectId ? await context.readReferenced(Project, projectId, 'projectId') : null
  if (clientId) await context.readReferenced(Client, clientId, 'clientId')
  return {
    ...(projectId !== undefined && { projectId }),
    ...(clientId !== undefined ? { clientId } : project && { clientId: project.clientId }),
  }
}

/** Fields that the guest of a booking was told. */
const guestVisibleFields = [
  ...(['startTime', 'endTime', 'timezone', 'recurrence', 'allDay', 'userId'] as const),
  ...(['title', 'description', 'location', 'attachMeet'] as const),
]

/** 409 for a change of what the guest was told. 403 for another host's booking. `input` is null for a deletion. */
function assertNotFixedByBooking(context: Context, event: CalendarEvent, input: UpdateCalendarEventInput | null) {
  if (event.bookingId === null) return
  if (event.userId !== context.member.id) context.assertMay(calendarEvents.writeBookedOfOthers)
  const now = (field: (typeof guestVisibleFields)[number]) =>
    field === 'attachMeet' ? event.meetUrl !== null : event[field]
  const isOther = (field: (typeof guestVisibleFields)[number]) =>
    input?.[field] !== undefined && input[field]?.valueOf() !== now(field)?.valueOf()
  if (input === null || guestVisibleFields.some(isOther))
    throw conflict('invalid_state', {
      de: 'Dieser Termin gehört zu einer Buchung, und der Gast kennt ihn so: Bitte verschieben oder stornieren Sie die Buchung.',
      en: 'This event belongs to a booking, as its guest was told: please move or cancel the booking.',
    })
}

/** A change of these resets the attendees' answers. */
const serializeTiming = ({ startTime, endTime, timezone, allDay, recurrence }: CalendarEvent) =>
  JSON.stringify([startTime, endTime, timezone, allDay, recurrence])

/** A change of these is announced to attendees. */
const serializeAnnouncedFields = (event: CalendarEvent) =>
  JSON.stringify([serializeTiming(event), event.title, event.description, event.location, event.meetUrl, event.userId])
