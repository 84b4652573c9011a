import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'
import { CalendarEvent } from '../events/calendar-event.entity.ts'
import { addEvent, cancelEvent, moveEvent } from '../events/change-event.ts'
import type { CalendarPerson } from '../icalendar/icalendar.ts'
import type { Answer, Booking } from './booking.entity.ts'
import type { HostMember } from './hosts.ts'

type Appointment = Pick<Booking, 'id' | 'title' | 'email' | 'agenda' | 'answers' | 'phone' | 'start' | 'end'> & {
  guest: string
  location: string
  clientId: string | null
}

/** Adds an event to each host's calendar. Returns the link of the video meeting, if there is one. */
export async function addBookingEvents(
  context: Context,
  hosts: readonly HostMember[],
  appointment: Appointment,
): Promise<string | null> {
  const { id, title, guest, start, end, location, clientId } = appointment
  let meetUrl: string | null = null
  for (const [index, { id: userId, timezone, language, name, email }] of hosts.entries()) {
    const event = await addEvent(context, {
      ...{ title: `${title}: ${guest}`, startTime: start, endTime: end, timezone, userId, bookingId: id },
      organizer: { name, email },
      ...(clientId && { clientId }),
      description: describeGuest(appointment, language),
      // All hosts share one room.
      location: meetUrl ?? formatBookingLocation(location, appointment, language),
      attachMeet: location === 'meet' && index === 0,
      ...(index === 0 && { uid: bookingUid(appointment) }),
    })
    meetUrl ??= event.meetUrl
  }
  return meetUrl
}

/** iCalendar UID, shared with the event of the first host. */
export const bookingUid = ({ id }: Pick<Booking, 'id'>) => `${id}@kontor`

/** The event of a booking in one host's calendar. */
export interface BookingEvent {
  userId: string | null
  uid: string
  organizer: CalendarPerson | null
}

export const readBookingEvents = (context: Context, { id }: Booking) =>
  context.query<BookingEvent>(
    select`e.user_id as "userId", e.uid, e.organizer from calendar_events e
        where e.organization_id = ${context.organizationId} and e.booking_id = ${id}`,
  )

export async function moveBookingEvents(context: Context, { id, start, end }: Booking): Promise<void> {
  for (const event of await context.em.find(CalendarEvent, { bookingId: id }))
    await moveEvent(context, event, start, end)
}

export async function removeBookingEvents(context: Context, { id }: Booking): Promise<void> {
  for (const event of await context.em.find(CalendarEvent, { bookingId: id })) await cancelEvent(context, event, true)
}

const phoneLabels = { de: 'Telefon', en: 'Phone' }

/** Null for a video meeting. */
export function formatBookingLocation(
  location: string,
  { phone: number }: Pick<Booking, 'phone'>,
  language: Language,
): string | null {
  if (location === 'meet') return null
  return location === 'phone' ? [phoneLabels[language], number].filter(Boolean).join(': ') : location
}

export const describeGuest = (
  {
    guest,
    email,
    phone: number,
    agenda,
    answers,
  }: Pick<Appointment, 'guest' | 'email' | 'phone' | 'agenda'> & {
    answers: readonly Answer[]
  },
  language: Language,
): string =>
  [
    `${guest} <${email}>`,
    ...(number ? [`${phoneLabels[language]}: ${number}`] : []),
    ...(agenda ? ['', agenda] : []),
    ...answers.flatMap(({ label, answer }) => ['', label, answer]),
  ].join('\n')
