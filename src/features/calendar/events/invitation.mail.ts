import { queueNotificationMail } from '#core/mail/notification-mail'
import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'
import { type CalendarEntry, formatCalendar } from '../icalendar/icalendar.ts'
import { type Attendee, findRecipients, getAnswerUrl, type Recipient } from './attendees.ts'
import { type EventDetails, toCalendarEntries, toOccurrenceEntry } from './calendar-entries.ts'
import { getMailSubjectId } from './calendar-event.entity.ts'
import type { StoredEventDetails } from './event-details.ts'
import { formatEventTime } from './format-event-time.ts'
import { findNextOccurrence } from './next-occurrence.ts'
import type { ChangedOccurrence, Occurrence } from './occurrences.ts'

export type InvitationMailKind = 'invited' | 'changed' | 'cancelled'

/**
 * Mails an invitation, update or cancellation with an iCalendar attachment, in the attendee's language and time zone. The owner
 * and the organizer get none.
 */
export async function mailAttendees(
  context: Context,
  news: InvitationMailKind,
  whole: StoredEventDetails,
  attendees: readonly Pick<Attendee, 'email' | 'link' | 'name' | 'answer'>[],
  occurrence?: ChangedOccurrence,
): Promise<void> {
  const own = [whole.owner, whole.organizer].map((person) => person?.email.toLowerCase())
  const told = attendees.filter(({ email }) => !own.includes(email))
  const recipients = await findRecipients(
    context,
    told.map(({ email }) => email),
  )
  // Shared by all, except cancellations: those name only their recipient, so that removed attendees are not shown to
  // others.
  const shared = news === 'cancelled' ? null : createCalendarPart(context, news, whole, occurrence)
  // A series shows its next date.
  const now = context.clock.now()
  const next = occurrence || !told.length ? null : findNextOccurrence(whole.event, whole.changed, now, 'endTime')
  for (const [index, recipient] of recipients.entries()) {
    const attendee = told[index]
    if (!attendee) continue
    const calendar = shared ?? createCalendarPart(context, news, { ...whole, attendees: [attendee] }, occurrence)
    await mailAttendee(context, news, whole, attendee, recipient, { ...calendar, next })
  }
}

/** Size of an invitation. It contains as many changed occurrences as fit, the nearest first. */
const maxCalendarBytes = 128 * 1024

function createCalendarPart(
  { clock }: Context,
  news: InvitationMailKind,
  whole: EventDetails,
  occurrence: ChangedOccurrence | undefined,
) {
  const method = news === 'cancelled' ? 'CANCEL' : 'REQUEST'
  const now = clock.now().getTime()
  const startOf = (each: ChangedOccurrence) => (each.startTime ?? each.occurrenceStart).getTime() - now
  // Upcoming occurrences before past ones.
  const distance = (each: ChangedOccurrence) => (startOf(each) < 0 ? 1e15 - startOf(each) : startOf(each))
  const changed = whole.changed.toSorted((one, other) => distance(one) - distance(other))
  const entries = occurrence
    ? [toOccurrenceEntry(whole, occurrence)]
    : toCalendarEntries({ ...whole, changed: news === 'cancelled' ? [] : changed })
  const [entry] = entries as [CalendarEntry, ...CalendarEntry[]]
  return {
    entry,
    part: {
      method,
      content: formatCalendar({ method, entries, maxBytes: maxCalendarBytes, sentAt: clock.now() }),
    } as const,
  }
}

async function mailAttendee(
  context: Context,
  news: InvitationMailKind,
  whole: StoredEventDetails,
  attendee: Pick<Attendee, 'link' | 'name' | 'email' | 'answer'>,
  { email, language, timezone }: Recipient,
  { entry, part, next }: ReturnType<typeof createCalendarPart> & { next: Occurrence | null },
) {
  const words = messages[language]
  const sender = whole.owner ?? whole.organizer
  const organizer = sender?.name ?? sender?.email ?? 'Kontor'
  const { event } = whole
  // All-day events are in the event's time zone everywhere.
  const zone = event.allDay ? event.timezone : (timezone ?? event.timezone)
  const [start, end] = next ? [next.startTime, next.endTime] : [entry.start, entry.end]
  const when = formatEventTime({ start, end, allDay: event.allDay }, zone, language)
  const address = news === 'cancelled' ? null : getAnswerUrl(context, attendee)
  const isSeries = event.recurrence !== null && !entry.occurrenceStart
  const facts: [string, string][] = [
    [words.when, `${when}${isSeries ? ` ${words.repeats}` : ''}`],
    ...(entry.location ? [[words.where, entry.location] as [string, string]] : []),
    ...(event.meetUrl ? [[words.video, event.meetUrl] as [string, string]] : []),
  ]
  await queueNotificationMail(context, {
    kind: `calendar_${news}`,
    subjectId: getMailSubjectId(event),
    to: email,
    senderName: organizer,
    replyTo: sender?.email ?? null,
    language,
    subject: `${words.subject[news]}: ${entry.title} – ${when}`,
    preheader: when,
    paragraphs: [
      words.says[news](organizer, entry.title),
      facts,
      ...(entry.description && news !== 'cancelled' ? [entry.description] : []),
      ...(address ? [words.ask] : []),
    ],
    ...(address && { action: { label: words.answer, url: address } }),
    calendar: part,
    waitsForLimit: news === 'cancelled',
    collect: { key: entry.occurrenceStart?.toISOString() ?? 'event', mayWait: news === 'changed' },
  })
}

const messages: Readonly<
  Record<
    Language,
    {
      subject: Readonly<Record<InvitationMailKind, string>>
      says: Readonly<Record<InvitationMailKind, (organizer: string, title: string) => string>>
      when: string
      where: string
      video: string
      repeats: string
      ask: string
      answer: string
    }
  >
> = {
  de: {
    subject: { invited: 'Einladung', changed: 'Geändert', cancelled: 'Abgesagt' },
    says: {
      invited: (organizer, title) => `${organizer} lädt Sie ein: ${title}`,
      changed: (organizer, title) => `${organizer} hat diesen Termin geändert: ${title}`,
      cancelled: (organizer, title) => `${organizer} hat diesen Termin abgesagt: ${title}`,
    },
    when: 'Wann',
    where: 'Wo',
    video: 'Video',
    repeats: '(Terminserie)',
    ask: 'Bitte antworten Sie über die Schaltfläche: Was Ihr E-Mail-Programm selbst verschickt, erreicht nur den Absender persönlich.',
    answer: 'Zusagen oder absagen',
  },
  en: {
    subject: { invited: 'Invitation', changed: 'Changed', cancelled: 'Cancelled' },
    says: {
      invited: (organizer, title) => `${organizer} invites you: ${title}`,
      changed: (organizer, title) => `${organizer} has changed this event: ${title}`,
      cancelled: (organizer, title) => `${organizer} has cancelled this event: ${title}`,
    },
    when: 'When',
    where: 'Where',
    video: 'Video',
    repeats: '(repeats)',
    ask: 'Please answer by the button: what your mail program sends itself reaches only the organizer in person.',
    answer: 'Accept or decline',
  },
}
