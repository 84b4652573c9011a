import { select } from '#core/database/select'
import { conflict, linkExpired, notFound, rateLimited } from '#core/errors/problem'
import { queueNotificationMail } from '#core/mail/notification-mail'
import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'
import { Member } from '#features/people/members/member.entity'
import { type Attendee, findAttendeeByLink, readOrganizationLanguage, saveAnswer } from '../events/attendees.ts'
import { CalendarEvent, getMailSubjectId } from '../events/calendar-event.entity.ts'
import { loadEventDetails } from '../events/event-details.ts'
import { formatEventTime } from '../events/format-event-time.ts'
import { findNextOccurrence } from '../events/next-occurrence.ts'
import { readMovedOccurrences, readOccurrenceChanges } from '../events/occurrences.ts'
import type { ParticipationStatus } from '../icalendar/icalendar.ts'
import type { AnswerInput, Invitation } from './invitation.resolver.ts'

interface ResolvedInvitation {
  event: CalendarEvent
  next: NextOccurrence
  attendee: Attendee
}

/** 404 if the link is unknown, 410 if the event is over. */
export async function resolveInvitation(context: Context, token: string): Promise<ResolvedInvitation> {
  return resolveLink(context, context.enterByLink(token), (id) => context.em.findOne(CalendarEvent, { id }))
}

async function resolveLink(
  context: Context,
  hash: Buffer,
  find: (eventId: string) => Promise<CalendarEvent | null>,
): Promise<ResolvedInvitation> {
  const attendee = await findAttendeeByLink(context, hash)
  const event = attendee && (await find(attendee.eventId))
  if (!event) throw notFound()
  const next = await readNextOccurrence(context, event)
  if (!next) throw linkExpired()
  return { event, next, attendee }
}

export async function toInvitation(
  context: Context,
  { event, next, attendee }: ResolvedInvitation,
): Promise<Invitation> {
  const { timezone, allDay, recurrence, meetUrl, sequence } = event
  const { owner, organizer } = await loadEventDetails(context, event, [])
  return {
    ...{ ...next, timezone, allDay, recurrence, meetUrl, sequence },
    organizer: (owner ?? organizer)?.name ?? null,
    email: attendee.email,
    answer: attendee.answer as Invitation['answer'],
  }
}

type NextOccurrence = Pick<CalendarEvent, 'title' | 'description' | 'location' | 'startTime' | 'endTime'>

/** The event, or the next occurrence of a series with its own fields; null if none follows. */
async function readNextOccurrence(context: Context, event: CalendarEvent): Promise<NextOccurrence | null> {
  const moved = event.recurrence === null ? [] : await readMovedOccurrences(context, event)
  const next = findNextOccurrence(event, moved, context.clock.now(), 'endTime')
  if (!next) return null
  const [known] = await readOccurrenceChanges(context, [next])
  const { title, description, location } = event
  return { ...{ title, description, location }, ...known?.changes, startTime: next.startTime, endTime: next.endTime }
}

/** Stores an answer and mails it to the organizer if it is new. 409 if the event has changed since it was `seen`. */
export async function answerInvitation(
  context: Context,
  token: string,
  { answer, sequence: seen }: AnswerInput,
): Promise<ResolvedInvitation> {
  const hash = context.enterByLink(token)
  // Locks the event before reading the previous answer.
  await resolveLink(context, hash, (id) => context.load(CalendarEvent, id))
  const { event, next, attendee } = await resolveInvitation(context, token)
  if (seen != null && seen !== event.sequence) throw createEventChangedProblem(event, next)
  if (attendee.answer !== answer) {
    await assertAnswerLimit(context, event, attendee)
    await saveAnswer(context, event.id, attendee.email, answer)
    context.markFieldChanged(event, 'attendees')
    await mailOrganizer(context, event, next, attendee, answer)
  }
  return { event, next, attendee: { ...attendee, answer } }
}

function createEventChangedProblem(event: CalendarEvent, { startTime, endTime }: NextOccurrence) {
  const when = (language: Language) =>
    formatEventTime({ start: startTime, end: endTime, allDay: event.allDay }, event.timezone, language)
  return conflict('conflict', {
    de: `Der Termin wurde inzwischen geändert: ${when('de')}. Bitte ansehen und noch einmal antworten.`,
    en: `The event has changed in the meantime: ${when('en')}. Please look at it and answer again.`,
  })
}

/** Per attendee and event, because the organizer is mailed each time. */
const maxAnswersPerDay = 10

async function assertAnswerLimit(context: Context, event: CalendarEvent, { email }: Attendee) {
  const since = new Date(context.clock.now().getTime() - 24 * 60 * 60_000)
  const [told] = await context.query<{ count: number }>(
    select`count(*)::int as count from mails m
        where m.organization_id = ${context.organizationId} and m.subject_id = ${getMailSubjectId(event)} and m.kind = ${answerMailKind}
          and m.reply_to = ${email} and m.created_at > ${since}`,
  )
  if ((told?.count ?? 0) >= maxAnswersPerDay) throw rateLimited()
}

const answerMailKind = 'calendar_answered'

async function mailOrganizer(
  context: Context,
  event: CalendarEvent,
  { startTime, endTime }: NextOccurrence,
  { name, email }: Attendee,
  answer: Exclude<ParticipationStatus, 'needs_action'>,
) {
  const owner = event.userId ? await context.loadOne(Member, event.userId) : undefined
  if (!owner) return
  const language = (owner.language ?? (await readOrganizationLanguage(context))) as Language
  const words = messages[language]
  const when = formatEventTime(
    { start: startTime, end: endTime, allDay: event.allDay },
    event.allDay ? event.timezone : owner.timezone,
    language,
  )
  const who = name ? `${name} (${email})` : email
  await queueNotificationMail(context, {
    kind: answerMailKind,
    subjectId: getMailSubjectId(event),
    to: owner.email,
    language,
    replyTo: email,
    subject: `${words.subject[answer]}: ${event.title}`,
    paragraphs: [words.says[answer](who, event.title), [[words.when, when]]],
  })
}

const messages = {
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
