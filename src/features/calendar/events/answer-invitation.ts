import { select } from '#core/database/select'
import { conflict, linkExpired, notFound, rateLimited } from '#core/errors/problem'
import { queueNotificationMail } from '#core/mail/notification-mail'
import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'
import { Member } from '#features/people/members/member.entity'
import type { Answer } from '../icalendar/icalendar.ts'
import { type Attendee, attendeeByLink, languageOfOrganization, noteAnswer } from './attendees.ts'
import { CalendarEvent, mailSubjectOf } from './calendar-event.entity.ts'
import type { AnswerInput, Invitation } from './invitation.resolver.ts'
import { nextOccurrence } from './next-occurrence.ts'
import { changedAmong, movedOf } from './occurrences.ts'
import { showWhen } from './when.ts'
import { wholeEvent } from './whole-event.ts'

interface Followed {
  event: CalendarEvent
  next: Next
  attendee: Attendee
}

/** What a link in an invitation leads to; 404 where it leads nowhere, 410 once the event is over. */
export async function followInvitation(context: Context, token: string): Promise<Followed> {
  return follow(context, context.enterByLink(token), (id) => context.em.findOne(CalendarEvent, { id }))
}

async function follow(
  context: Context,
  hash: Buffer,
  find: (eventId: string) => Promise<CalendarEvent | null>,
): Promise<Followed> {
  const attendee = await attendeeByLink(context, hash)
  const event = attendee && (await find(attendee.eventId))
  if (!event) throw notFound()
  const next = await nextOf(context, event)
  if (!next) throw linkExpired()
  return { event, next, attendee }
}

export async function showInvitation(context: Context, { event, next, attendee }: Followed): Promise<Invitation> {
  const { timezone, allDay, recurrence, meetUrl, sequence } = event
  const { owner, organizer } = await wholeEvent(context, event, [])
  return {
    ...{ ...next, timezone, allDay, recurrence, meetUrl, sequence },
    organizer: (owner ?? organizer)?.name ?? null,
    email: attendee.email,
    answer: attendee.answer as Invitation['answer'],
  }
}

type Next = Pick<CalendarEvent, 'title' | 'description' | 'location' | 'startTime' | 'endTime'>

/** The event, or the next occurrence of a series that takes place, as it does; null where none follows. */
async function nextOf(context: Context, event: CalendarEvent): Promise<Next | null> {
  const moved = event.recurrence === null ? [] : await movedOf(context, event)
  const next = nextOccurrence(event, moved, context.clock.now(), 'endTime')
  if (!next) return null
  const [known] = await changedAmong(context, [next])
  const { title, description, location } = event
  return { ...{ title, description, location }, ...known?.changes, startTime: next.startTime, endTime: next.endTime }
}

/** Notes the answer, and mails it to whose event it is, where it is another than before. 409 where the event is not as it was `seen`. */
export async function answerInvitation(
  context: Context,
  token: string,
  { answer, sequence: seen }: AnswerInput,
): Promise<Followed> {
  const hash = context.enterByLink(token)
  // One change of an event at a time: it is locked before what was answered is read.
  await follow(context, hash, (id) => context.load(CalendarEvent, id))
  const { event, next, attendee } = await followInvitation(context, token)
  if (seen != null && seen !== event.sequence) throw changedSince(event, next)
  if (attendee.answer !== answer) {
    await assertNotTooMany(context, event, attendee)
    await noteAnswer(context, event.id, attendee.email, answer)
    context.touch(event, 'attendees')
    await tellOrganizer(context, event, next, attendee, answer)
  }
  return { event, next, attendee: { ...attendee, answer } }
}

function changedSince(event: CalendarEvent, { startTime, endTime }: Next) {
  const when = (language: Language) =>
    showWhen({ start: startTime, end: endTime, allDay: event.allDay }, event.timezone, language)
  return conflict('conflict', {
    de: `Der Termin wurde inzwischen geändert: ${when('de')}. Bitte ansehen und noch einmal antworten.`,
    en: `The event has changed in the meantime: ${when('en')}. Please look at it and answer again.`,
  })
}

/** Answers to an event that one attendee gives within a day: its organizer is mailed each. */
const mostPerDay = 10

async function assertNotTooMany(context: Context, event: CalendarEvent, { email }: Attendee) {
  const since = new Date(context.clock.now().getTime() - 24 * 60 * 60_000)
  const [told] = await context.query<{ count: number }>(
    select`count(*)::int as count from mails m
        where m.organization_id = ${context.organizationId} and m.subject_id = ${mailSubjectOf(event)} and m.kind = ${answered}
          and m.reply_to = ${email} and m.created_at > ${since}`,
  )
  if ((told?.count ?? 0) >= mostPerDay) throw rateLimited()
}

/** What an answer is called among the mails. */
const answered = 'calendar_answered'

async function tellOrganizer(
  context: Context,
  event: CalendarEvent,
  { startTime, endTime }: Next,
  { name, email }: Attendee,
  answer: Exclude<Answer, 'needs_action'>,
) {
  const owner = event.userId ? await context.one(Member, event.userId) : undefined
  if (!owner) return
  const language = (owner.language ?? (await languageOfOrganization(context))) as Language
  const words = texts[language]
  const when = showWhen(
    { start: startTime, end: endTime, allDay: event.allDay },
    event.allDay ? event.timezone : owner.timezone,
    language,
  )
  const who = name ? `${name} (${email})` : email
  await queueNotificationMail(context, {
    kind: answered,
    subjectId: mailSubjectOf(event),
    to: owner.email,
    language,
    replyTo: email,
    subject: `${words.subject[answer]}: ${event.title}`,
    paragraphs: [words.says[answer](who, event.title), [[words.when, when]]],
  })
}

const texts = {
  de: {
    when: 'Wann',
    subject: { accepted: 'Zugesagt', declined: 'Abgesagt', tentative: 'Vielleicht' },
    says: {
      accepted: (who: string, title: string) => `${who} nimmt teil: ${title}`,
      declined: (who: string, title: string) => `${who} nimmt nicht teil: ${title}`,
      tentative: (who: string, title: string) => `${who} nimmt vielleicht teil: ${title}`,
    },
  },
  en: {
    when: 'When',
    subject: { accepted: 'Accepted', declined: 'Declined', tentative: 'Tentative' },
    says: {
      accepted: (who: string, title: string) => `${who} will attend: ${title}`,
      declined: (who: string, title: string) => `${who} will not attend: ${title}`,
      tentative: (who: string, title: string) => `${who} may attend: ${title}`,
    },
  },
} as const
