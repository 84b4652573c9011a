import { queueNotificationMail } from '#core/mail/notification-mail'
import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'
import { showWhen } from '../events/when.ts'
import { type CalendarEntry, type CalendarPerson, icalendar } from '../icalendar/icalendar.ts'
import { type Booking, BookingStatus } from './booking.entity.ts'
import { describe, type KeptAppointment, placeOf, readAppointments, uidOf } from './calendars.ts'
import { type HostPerson, readPeople } from './hosts.ts'
import { assertMayBeMailed, noteMail, wasMailedEnough } from './mail-limit.ts'
import { openManageLink } from './manage-link.ts'

/** What happened to a booking. */
type News =
  | { news: 'booked'; manageUrl: string; wasHeld?: boolean }
  | { news: 'moved'; manageUrl: string; before: Date }
  | { news: 'cancelled' }

/** Mails a booking, its new time or its end to guest and hosts, each in their language and zone, with what calendars understand. */
export async function tellOfBooking(
  context: Context,
  booking: Booking,
  hosts: readonly HostPerson[],
  news: News,
): Promise<void> {
  const kept = await readAppointments(context, booking)
  const organizer = organizerOf(booking, hosts, kept)
  const isCancelledByGuest = news.news === 'cancelled' && context.actor.type === 'public'
  if (!isCancelledByGuest || !(await wasMailedEnough(context, booking.mailbox))) {
    if (news.news !== 'booked') noteMail(context, booking)
    await tellGuest(context, booking, hosts, organizer, news)
  }
  // Who changed it themselves is told too: the entry that they were sent follows.
  for (const host of hosts) {
    const uid = kept.find(({ userId }) => userId === host.id)?.uid ?? uidOf(booking)
    await tellHost(context, booking, { ...host, uid }, news)
  }
}

/**
 * Of what the guest wrote, their own mail has the name and the phone number alone: anybody may book with the address of somebody
 * else, who would get a message of theirs in the name of the organization.
 */
/** Mails a guest again how their booking stands; 409 where it is over, or its guest was forgotten. */
export async function resendToGuest(context: Context, booking: Booking): Promise<void> {
  booking.assertMailable(context.clock.now())
  await assertMayBeMailed(context, booking.mailbox)
  const hosts = await readPeople(context, booking.hostIds)
  const isCancelled = booking.status === BookingStatus.cancelled
  noteMail(context, booking)
  const news: News = isCancelled
    ? { news: 'cancelled' }
    : { news: 'booked', manageUrl: await openManageLink(context, booking.id) }
  await tellGuest(context, booking, hosts, organizerOf(booking, hosts, await readAppointments(context, booking)), news)
}

/** Who it was booked with stays its organizer, gone or not. */
const organizerOf = (booking: Booking, hosts: readonly HostPerson[], kept: readonly KeptAppointment[]) =>
  kept.find(({ uid }) => uid === uidOf(booking))?.organizer ?? hosts[0] ?? null

async function tellGuest(
  context: Context,
  booking: Booking,
  hosts: readonly HostPerson[],
  organizer: CalendarPerson | null,
  news: News,
) {
  const language = booking.language as Language
  // Who cancels does not tell themselves why: whoever booked by somebody else's address would have it mailed what they like.
  const reason = context.actor.type === 'public' ? null : booking.cancellationReason
  const say = words[language]
  const names = hosts.map(({ name }) => name).join(', ')
  const when = whenOf(booking, booking.timezone, language)
  const method = news.news === 'cancelled' ? 'CANCEL' : 'REQUEST'
  await queueNotificationMail(context, {
    kind: `booking_${news.news}`,
    subjectId: booking.id,
    to: booking.email,
    senderName: names || 'Kontor',
    waitsForLimit: isOwed(context, news),
    replyTo: hosts[0]?.email ?? null,
    language,
    subject: `${say.guest[news.news].subject}: ${booking.title} – ${when}`,
    preheader: when,
    greeting: say.greeting(booking.name),
    paragraphs: [
      say.guest[news.news].text(booking.title, names),
      factsOf(booking, booking.timezone, language, news, reason),
      ...(news.news === 'cancelled' ? [] : [say.change]),
    ],
    ...('manageUrl' in news && { action: { label: say.manage, url: news.manageUrl } }),
    calendar: {
      method,
      content: icalendar({
        method,
        entries: [
          {
            ...entryOf(booking, organizer, `${booking.title} – ${names}`, language),
            attendees: [{ name: booking.name, email: booking.email, answer: 'accepted' }],
          },
        ],
        sentAt: context.clock.now(),
      }),
    },
  })
}

/** Whether it is done whatever the organization has mailed: guests may cancel, move and confirm what they have. */
const isOwed = ({ actor }: Context, news: News) =>
  news.news === 'cancelled' || (actor.type === 'public' && (news.news === 'moved' || news.wasHeld === true))

/** Tells a host; what they are sent is the event in their own calendar, of which they are the organizer and nobody is asked (RFC 5546 §3.2.1). */
async function tellHost(context: Context, booking: Booking, host: HostPerson & { uid: string }, news: News) {
  const { language, timezone } = host
  const say = words[language]
  const when = whenOf(booking, timezone, language)
  const method = news.news === 'cancelled' ? 'CANCEL' : 'PUBLISH'
  const { name: guest, title } = booking
  await queueNotificationMail(context, {
    kind: `booking_${news.news}_host`,
    subjectId: booking.id,
    to: host.email,
    replyTo: booking.email,
    language,
    subject: `${say.host[news.news].subject}: ${title} – ${guest}, ${when}`,
    preheader: when,
    paragraphs: [
      say.host[news.news].text(title, guest),
      factsOf(booking, timezone, language, news),
      describe({ ...booking, guest }, language),
    ],
    calendar: {
      method,
      content: icalendar({
        method,
        entries: [
          { ...entryOf(booking, host, `${title}: ${guest}`, language), uid: host.uid, description: booking.agenda },
        ],
        sentAt: context.clock.now(),
      }),
    },
  })
}

/** Asks the guest of a slot that is held whether it was they who want it. */
export function verificationMail(
  held: Pick<Booking, 'id' | 'title' | 'start' | 'end' | 'name' | 'email' | 'timezone'> & {
    language: Language
    expiresAt: Date
  },
  hosts: readonly HostPerson[],
  url: string,
) {
  const { id, title, name, email, timezone, language, expiresAt } = held
  const say = words[language].verification
  const names = hosts.map((host) => host.name).join(', ')
  const when = whenOf(held, timezone, language)
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
    greeting: words[language].greeting(name),
    paragraphs: [
      say.text(title, names),
      [[words[language].when, when]] as [string, string][],
      say.until(until),
      say.other,
    ],
    action: { label: say.confirm, url },
    isAwaited: true,
  }
}

const whenOf = ({ start, end }: Pick<Booking, 'start' | 'end'>, zone: string, language: Language) =>
  showWhen({ start, end, allDay: false }, zone, language)

function factsOf(
  booking: Booking,
  zone: string,
  language: Language,
  news: News,
  reason = booking.cancellationReason,
): [string, string][] {
  const say = words[language]
  const place = placeOf(booking.location, booking, language)
  const length = booking.end.getTime() - booking.start.getTime()
  const before =
    news.news === 'moved' &&
    showWhen({ start: news.before, end: new Date(news.before.getTime() + length), allDay: false }, zone, language)
  return [
    [say.when, whenOf(booking, zone, language)],
    ...(before ? [[say.before, before] as [string, string]] : []),
    ...(place ? [[say.where, place] as [string, string]] : []),
    ...(booking.meetUrl && news.news !== 'cancelled' ? [[say.video, booking.meetUrl] as [string, string]] : []),
    ...(reason ? [[say.reason, reason] as [string, string]] : []),
  ]
}

function entryOf(booking: Booking, organizer: CalendarPerson | null, title: string, language: Language): CalendarEntry {
  const { sequence, start, end, timezone, meetUrl, location } = booking
  return {
    ...{ uid: uidOf(booking), sequence, title, start, end, timezone, url: meetUrl, description: null },
    location: placeOf(location, booking, language),
    organizer,
    updatedAt: booking.updatedAt,
  }
}

interface Told {
  subject: string
  text: (title: string, whom: string) => string
}

interface Words {
  greeting: (name: string) => string
  guest: Readonly<Record<News['news'], Told>>
  host: Readonly<Record<News['news'], Told>>
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

const words: Readonly<Record<Language, Words>> = {
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
