import { queueNotificationMail } from '#core/mail/notification-mail'
import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'
import { formatEventTime } from '../events/format-event-time.ts'
import { type CalendarEntry, type CalendarPerson, formatCalendar } from '../icalendar/icalendar.ts'
import { type Booking, BookingStatus } from './booking.entity.ts'
import {
  type BookingEvent,
  bookingUid,
  describeGuest,
  formatBookingLocation,
  readBookingEvents,
} from './booking-events.ts'
import { assertGuestMailLimit, isGuestMailLimitReached, recordGuestMail } from './guest-mail-limit.ts'
import { type HostMember, readHostMembers } from './hosts.ts'
import { createManageLink } from './manage-link.ts'

type BookingChange =
  | { kind: 'booked'; manageUrl: string; wasHeld?: boolean }
  | { kind: 'moved'; manageUrl: string; before: Date }
  | { kind: 'cancelled' }

/** Notifies guest and hosts, each in their own language and time zone, with an iCalendar attachment. */
export async function mailBookingChange(
  context: Context,
  booking: Booking,
  hosts: readonly HostMember[],
  change: BookingChange,
): Promise<void> {
  const kept = await readBookingEvents(context, booking)
  const organizer = findOrganizer(booking, hosts, kept)
  const isCancelledByGuest = change.kind === 'cancelled' && context.actor.type === 'public'
  if (!isCancelledByGuest || !(await isGuestMailLimitReached(context, booking.mailbox))) {
    if (change.kind !== 'booked') recordGuestMail(context, booking)
    await mailGuest(context, booking, hosts, organizer, change)
  }
  // Also sent to the host who made the change, because it updates the calendar entry that they were mailed.
  for (const host of hosts) {
    const uid = kept.find(({ userId }) => userId === host.id)?.uid ?? bookingUid(booking)
    await mailHost(context, booking, { ...host, uid }, change)
  }
}

/** Mails the guest the current state again. 409 if it is over, or if the guest's data was erased. */
export async function resendGuestMail(context: Context, booking: Booking): Promise<void> {
  booking.assertMailable(context.clock.now())
  await assertGuestMailLimit(context, booking.mailbox)
  const hosts = await readHostMembers(context, booking.hostIds)
  const isCancelled = booking.status === BookingStatus.cancelled
  recordGuestMail(context, booking)
  const change: BookingChange = isCancelled
    ? { kind: 'cancelled' }
    : { kind: 'booked', manageUrl: await createManageLink(context, booking.id) }
  await mailGuest(
    context,
    booking,
    hosts,
    findOrganizer(booking, hosts, await readBookingEvents(context, booking)),
    change,
  )
}

/** The host it was booked with stays the organizer, even after leaving. */
const findOrganizer = (booking: Booking, hosts: readonly HostMember[], kept: readonly BookingEvent[]) =>
  kept.find(({ uid }) => uid === bookingUid(booking))?.organizer ?? hosts[0] ?? null

/**
 * Of what the guest wrote, their mail contains only name and phone number. Otherwise anyone could send a text to a stranger's
 * address in the name of the organization.
 */
async function mailGuest(
  context: Context,
  booking: Booking,
  hosts: readonly HostMember[],
  organizer: CalendarPerson | null,
  change: BookingChange,
) {
  const language = booking.language as Language
  // A guest's own reason is not mailed back: they may have booked with somebody else's address.
  const reason = context.actor.type === 'public' ? null : booking.cancellationReason
  const say = messages[language]
  const names = hosts.map(({ name }) => name).join(', ')
  const when = formatBookingTime(booking, booking.timezone, language)
  const method = change.kind === 'cancelled' ? 'CANCEL' : 'REQUEST'
  await queueNotificationMail(context, {
    kind: `booking_${change.kind}`,
    subjectId: booking.id,
    to: booking.email,
    senderName: names || 'Kontor',
    waitsForLimit: isExemptFromLimit(context, change),
    replyTo: hosts[0]?.email ?? null,
    language,
    subject: `${say.guest[change.kind].subject}: ${booking.title} – ${when}`,
    preheader: when,
    greeting: say.greeting(booking.name),
    paragraphs: [
      say.guest[change.kind].text(booking.title, names),
      listBookingFacts(booking, booking.timezone, language, change, reason),
      ...(change.kind === 'cancelled' ? [] : [say.change]),
    ],
    ...('manageUrl' in change && { action: { label: say.manage, url: change.manageUrl } }),
    calendar: {
      method,
      content: formatCalendar({
        method,
        entries: [
          {
            ...toCalendarEntry(booking, organizer, `${booking.title} – ${names}`, language),
            attendees: [{ name: booking.name, email: booking.email, answer: 'accepted' }],
          },
        ],
        sentAt: context.clock.now(),
      }),
    },
  })
}

/** Guests may always cancel, move and confirm, even if the organization has reached its mail limit. */
const isExemptFromLimit = ({ actor }: Context, change: BookingChange) =>
  change.kind === 'cancelled' || (actor.type === 'public' && (change.kind === 'moved' || change.wasHeld === true))

/** The host gets the event of their own calendar, as its organizer and without attendees (RFC 5546 §3.2.1). */
async function mailHost(context: Context, booking: Booking, host: HostMember & { uid: string }, change: BookingChange) {
  const { language, timezone } = host
  const say = messages[language]
  const when = formatBookingTime(booking, timezone, language)
  const method = change.kind === 'cancelled' ? 'CANCEL' : 'PUBLISH'
  const { name: guest, title } = booking
  await queueNotificationMail(context, {
    kind: `booking_${change.kind}_host`,
    subjectId: booking.id,
    to: host.email,
    replyTo: booking.email,
    language,
    subject: `${say.host[change.kind].subject}: ${title} – ${guest}, ${when}`,
    preheader: when,
    paragraphs: [
      say.host[change.kind].text(title, guest),
      listBookingFacts(booking, timezone, language, change),
      describeGuest({ ...booking, guest }, language),
    ],
    calendar: {
      method,
      content: formatCalendar({
        method,
        entries: [
          {
            ...toCalendarEntry(booking, host, `${title}: ${guest}`, language),
            uid: host.uid,
            description: booking.agenda,
          },
        ],
        sentAt: context.clock.now(),
      }),
    },
  })
}

/** Asks the guest to confirm a held slot. */
export function createVerificationMail(
  held: Pick<Booking, 'id' | 'title' | 'start' | 'end' | 'name' | 'email' | 'timezone'> & {
    language: Language
    expiresAt: Date
  },
  hosts: readonly HostMember[],
  url: string,
) {
  const { id, title, name, email, timezone, language, expiresAt } = held
  const say = messages[language].verification
  const names = hosts.map((host) => host.name).join(', ')
  const when = formatBookingTime(held, timezone, language)
  const until = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    ...{ timeZone: timezone, hour: '2-digit', minute: '2-digit' },
  }).format(expiresAt)
  return {
    kind: 'booking_verification',
    subjectId: id,
    to: email,
    senderName: names || 'Kontor',
    replyTo: hosts[0]?.email ?? null,
    language,
    subject: `${say.subject}: ${title} – ${when}`,
    preheader: when,
    greeting: messages[language].greeting(name),
    paragraphs: [
      say.text(title, names),
      [[messages[language].when, when]] as [string, string][],
      say.until(until),
      say.other,
    ],
    action: { label: say.confirm, url },
    isAwaited: true,
  }
}

const formatBookingTime = ({ start, end }: Pick<Booking, 'start' | 'end'>, zone: string, language: Language) =>
  formatEventTime({ start, end, allDay: false }, zone, language)

function listBookingFacts(
  booking: Booking,
  zone: string,
  language: Language,
  change: BookingChange,
  reason = booking.cancellationReason,
): [string, string][] {
  const say = messages[language]
  const place = formatBookingLocation(booking.location, booking, language)
  const length = booking.end.getTime() - booking.start.getTime()
  const before =
    change.kind === 'moved' &&
    formatEventTime(
      { start: change.before, end: new Date(change.before.getTime() + length), allDay: false },
      zone,
      language,
    )
  return [
    [say.when, formatBookingTime(booking, zone, language)],
    ...(before ? [[say.before, before] as [string, string]] : []),
    ...(place ? [[say.where, place] as [string, string]] : []),
    ...(booking.meetUrl && change.kind !== 'cancelled' ? [[say.video, booking.meetUrl] as [string, string]] : []),
    ...(reason ? [[say.reason, reason] as [string, string]] : []),
  ]
}

function toCalendarEntry(
  booking: Booking,
  organizer: CalendarPerson | null,
  title: string,
  language: Language,
): CalendarEntry {
  const { sequence, start, end, timezone, meetUrl, location } = booking
  return {
    ...{ uid: bookingUid(booking), sequence, title, start, end, timezone, url: meetUrl, description: null },
    location: formatBookingLocation(location, booking, language),
    organizer,
    updatedAt: booking.updatedAt,
  }
}

interface MailText {
  subject: string
  text: (title: string, whom: string) => string
}

interface BookingMailMessages {
  greeting: (name: string) => string
  guest: Readonly<Record<BookingChange['kind'], MailText>>
  host: Readonly<Record<BookingChange['kind'], MailText>>
  when: string
  before: string
  where: string
  video: string
  reason: string
  change: string
  manage: string
  verification: {
    subject: string
    text: (title: string, host: string) => string
    until: (time: string) => string
    other: string
    confirm: string
  }
}

const messages: Readonly<Record<Language, BookingMailMessages>> = {
  de: {
    greeting: (name) => `Guten Tag ${name},`,
    guest: {
      booked: { subject: 'Termin bestätigt', text: (title, host) => `Ihr Termin „${title}“ mit ${host} steht fest.` },
      moved: {
        subject: 'Termin verschoben',
        text: (title, host) => `Ihr Termin „${title}“ mit ${host} hat eine neue Zeit.`,
      },
      cancelled: {
        subject: 'Termin abgesagt',
        text: (title, host) => `Ihr Termin „${title}“ mit ${host} findet nicht statt.`,
      },
    },
    host: {
      booked: { subject: 'Neue Buchung', text: (title, guest) => `${guest} hat „${title}“ gebucht.` },
      moved: { subject: 'Termin verschoben', text: (title, guest) => `„${title}“ mit ${guest} hat eine neue Zeit.` },
      cancelled: { subject: 'Termin abgesagt', text: (title, guest) => `„${title}“ mit ${guest} wurde abgesagt.` },
    },
    when: 'Wann',
    before: 'Bisher',
    where: 'Wo',
    video: 'Video',
    reason: 'Grund',
    change: 'Sie können den Termin jederzeit selbst verschieben oder absagen.',
    manage: 'Termin ansehen oder ändern',
    verification: {
      subject: 'Bitte bestätigen Sie Ihren Termin',
      text: (title, host) => `unter dieser E-Mail-Adresse wurde der Termin „${title}“ mit ${host} angefragt.`,
      until: (time) =>
        `Wir halten die Zeit bis ${time} Uhr für Sie frei. Gebucht ist der Termin erst, wenn Sie ihn bestätigen.`,
      other: 'Waren Sie das nicht? Dann brauchen Sie nichts zu tun.',
      confirm: 'Termin ansehen und bestätigen',
    },
  },
  en: {
    greeting: (name) => `Hello ${name},`,
    guest: {
      booked: {
        subject: 'Booking confirmed',
        text: (title, host) => `Your appointment “${title}” with ${host} is confirmed.`,
      },
      moved: {
        subject: 'Booking moved',
        text: (title, host) => `Your appointment “${title}” with ${host} has a new time.`,
      },
      cancelled: {
        subject: 'Booking cancelled',
        text: (title, host) => `Your appointment “${title}” with ${host} will not take place.`,
      },
    },
    host: {
      booked: { subject: 'New booking', text: (title, guest) => `${guest} has booked “${title}”.` },
      moved: { subject: 'Booking moved', text: (title, guest) => `“${title}” with ${guest} has a new time.` },
      cancelled: { subject: 'Booking cancelled', text: (title, guest) => `“${title}” with ${guest} was cancelled.` },
    },
    when: 'When',
    before: 'Previously',
    where: 'Where',
    video: 'Video',
    reason: 'Reason',
    change: 'You can move or cancel the appointment yourself at any time.',
    manage: 'See or change the appointment',
    verification: {
      subject: 'Please confirm your booking',
      text: (title, host) => `The appointment “${title}” with ${host} was requested for this email address.`,
      until: (time) => `We hold the time for you until ${time}. It is not booked until you confirm.`,
      other: 'Was this not you? Then there is nothing to do.',
      confirm: 'View and confirm the appointment',
    },
  },
}
