import { mailFromKontor } from '#core/mail/mail-from-kontor'
import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'
import { icalendar } from '../icalendar/icalendar.ts'
import { type Attendee, answerAddress, type Recipient, recipientsOf } from './attendees.ts'
import { entriesOf, occurrenceEntry, type WholeEvent } from './entry.ts'
import type { ChangedOccurrence } from './occurrences.ts'
import { showWhen } from './when.ts'
import type { KnownEvent } from './whole-event.ts'

type Told = WholeEvent & Pick<KnownEvent, 'id' | 'owner'>

/** What attendees are told of an event. */
export type News = 'invited' | 'changed' | 'cancelled'

/**
 * Mails attendees an invitation, an update or a cancellation that calendars understand, each in their language and zone; of a
 * single occurrence where one is given. Whoever's calendar it is, or was when they invited, gets none.
 */
export async function tellAttendees(
  context: Context,
  news: News,
  whole: Told,
  attendees: readonly Pick<Attendee, 'email' | 'link' | 'name' | 'answer'>[],
  occurrence?: ChangedOccurrence,
): Promise<void> {
  const own = [whole.owner, whole.organizer].map((person) => person?.email.toLowerCase())
  const told = attendees.filter(({ email }) => !own.includes(email))
  const recipients = await recipientsOf(
    context,
    told.map(({ email }) => email),
  )
  for (const [index, recipient] of recipients.entries()) {
    const attendee = told[index]
    if (attendee) await tell(context, news, whole, attendee, recipient, occurrence)
  }
}

async function tell(
  context: Context,
  news: News,
  whole: Told,
  attendee: Pick<Attendee, 'link' | 'name' | 'email' | 'answer'>,
  { email, language, timezone }: Recipient,
  occurrence: ChangedOccurrence | undefined,
) {
  const method = news === 'cancelled' ? 'CANCEL' : 'REQUEST'
  // Nobody is shown to the others who is taken off: a cancellation names its receiver alone.
  const shown = news === 'cancelled' ? { ...whole, attendees: [attendee] } : whole
  const entries = occurrence ? [occurrenceEntry(shown, occurrence)] : entriesOf(shown)
  const [entry] = entries
  if (!entry) return
  const words = texts[language]
  const sender = whole.owner ?? whole.organizer
  const organizer = sender?.name ?? sender?.email ?? 'Kontor'
  const { event } = whole
  // Whole days are those of the event, wherever one is.
  const zone = event.allDay ? event.timezone : (timezone ?? event.timezone)
  const when = showWhen({ ...entry, allDay: event.allDay }, zone, language)
  const address = news === 'cancelled' ? null : answerAddress(context, attendee)
  const isSeries = event.recurrence !== null && !occurrence
  const facts = [
    `${words.when}: ${when}${isSeries ? ` ${words.repeats}` : ''}`,
    ...(entry.location ? [`${words.where}: ${entry.location}`] : []),
    ...(event.meetUrl ? [`${words.video}: ${event.meetUrl}`] : []),
  ]
  await mailFromKontor(context, {
    kind: `calendar_${news}`,
    subjectId: whole.id,
    to: email,
    senderName: organizer,
    replyTo: sender?.email ?? null,
    language,
    subject: `${words.subject[news]}: ${entry.title} – ${when}`,
    preheader: when,
    paragraphs: [
      words.says[news](organizer, entry.title),
      facts.join('\n'),
      ...(entry.description && news !== 'cancelled' ? [entry.description] : []),
      ...(address ? [words.ask] : []),
    ],
    ...(address && { action: { label: words.answer, url: address } }),
    calendar: {
      method,
      content: icalendar({
        method,
        entries: news === 'cancelled' ? entries.slice(0, 1) : entries,
        sentAt: context.clock.now(),
      }),
    },
  })
}

const texts: Readonly<
  Record<
    Language,
    {
      subject: Readonly<Record<News, string>>
      says: Readonly<Record<News, (organizer: string, title: string) => string>>
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
