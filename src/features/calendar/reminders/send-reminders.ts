import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { queryAllTenants } from '#core/database/cross-tenant'
import { queueNotificationMail } from '#core/mail/notification-mail'
import type { Context } from '#core/operation/context'
import { runScheduledWork } from '#core/operation/scheduled-work'
import type { Services } from '#core/operation/services'
import type { Language } from '#core/text/language'
import { Booking, BookingStatus } from '../bookings/booking.entity.ts'
import { bookingUid, formatBookingLocation } from '../bookings/booking-events.ts'
import { createManageLink } from '../bookings/manage-link.ts'
import { findRecipients, type Recipient } from '../events/attendees.ts'
import { CalendarEvent, getMailSubjectId } from '../events/calendar-event.entity.ts'
import { loadEventDetails } from '../events/event-details.ts'
import { formatEventTime } from '../events/format-event-time.ts'
import { findNextReminder, getReminderGrace, getReminderLead } from '../events/next-reminder.ts'
import {
  expandOccurrences,
  type Occurrence,
  type OccurrenceChanges,
  readChangedOccurrences,
} from '../events/occurrences.ts'
import { reminderMessages } from './reminder.messages.ts'

/** Others follow within a minute. */
const maxEventsPerRun = 1000

/** Scheduled: mails due reminders, each once. Missed ones are mailed as long as the event has not started. */
export async function sendDueReminders(services: Services, system: Pool, most = maxEventsPerRun): Promise<void> {
  const rows = await queryAllTenants<{ organizationId: string; id: string }>(
    system,
    (reached) => sql`select "organizationId", id from (
       select organization_id as "organizationId", id, row_number() over (partition by organization_id order by remind_at, id) as turn
       from calendar_events where remind_at <= ${services.clock.now()} and ${reached('organization_id')}
     ) due order by turn limit ${most}`,
  )
  await runScheduledWork(services, 'calendar-reminders', rows, (context, { id }) => sendReminder(context, id))
}

/** Mails a due reminder and plans the next. Returns whether that is due already. */
async function sendReminder(context: Context, id: string): Promise<boolean> {
  const now = context.clock.now()
  const event = await context.load(CalendarEvent, id)
  const { remindAt } = event
  if (remindAt === null || remindAt > now) return false
  const changed = event.recurrence === null ? [] : await readChangedOccurrences(context, event)
  const lead = getReminderLead(event)
  const start = new Date(remindAt.getTime() + lead)
  const around = expandOccurrences(event, changed, start, new Date(start.getTime() + 1))
  // Occurrences that have already started get no reminder.
  const open = now.getTime() - getReminderGrace(event)
  const due = around.filter(({ startTime }) => startTime.getTime() === start.getTime() && startTime.getTime() > open)
  const next = findNextReminder(event, changed, new Date(Math.max(remindAt.getTime(), now.getTime() - lead)))
  // Not visible to users, so the version stays.
  await context.write(
    sql`update calendar_events set remind_at = ${next} where organization_id = ${context.organizationId} and id = ${id}`,
  )
  const own = new Map(changed.map((each) => [each.occurrenceStart.getTime(), each.changes]))
  for (const occurrence of due)
    await mailReminder(context, event, occurrence, own.get(occurrence.occurrenceStart?.getTime() ?? 0) ?? {})
  return next !== null && next <= now
}

async function mailReminder(
  context: Context,
  event: CalendarEvent,
  { startTime, endTime }: Occurrence,
  changes: OccurrenceChanges,
) {
  const { attendees, owner } = await loadEventDetails(context, event, [])
  const own = owner?.email.toLowerCase()
  const invited = attendees.filter(({ email, answer }) => answer !== 'declined' && email !== own)
  const people = await findRecipients(context, [...(own ? [own] : []), ...invited.map(({ email }) => email)])
  const title = changes.title ?? event.title
  const location = changes.location === undefined ? event.location : changes.location
  for (const person of people) await mail(person)
  const guest = await findGuestRecipient(context, event)
  if (guest) await mail(guest, guest)

  async function mail(
    { email, language, timezone }: Pick<Recipient, 'email' | 'language' | 'timezone'>,
    booked?: { title: string; location: string | null; manageUrl: string },
  ) {
    const words = reminderMessages[language]
    const what = booked ?? { title, location }
    const zone = event.allDay ? event.timezone : (timezone ?? event.timezone)
    const when = formatEventTime({ start: startTime, end: endTime, allDay: event.allDay }, zone, language)
    await queueNotificationMail(context, {
      kind: 'calendar_reminder',
      subjectId: getMailSubjectId(event),
      to: email,
      senderName: owner?.name ?? 'Kontor',
      replyTo: email === own ? null : (owner?.email ?? null),
      language,
      subject: `${words.subject}: ${what.title} – ${when}`,
      preheader: when,
      paragraphs: [
        (getReminderLead(event) === 0 ? words.now : words.soon)(what.title),
        [
          [words.when, when],
          ...(what.location ? [[words.where, what.location] as [string, string]] : []),
          ...(event.meetUrl ? [[words.video, event.meetUrl] as [string, string]] : []),
        ],
      ],
      ...(booked
        ? { action: { label: words.manage, url: booked.manageUrl } }
        : event.meetUrl && { action: { label: words.open, url: event.meetUrl } }),
    })
  }
}

/** The guest of a booking, with a manage link. For several hosts only the first one's event has one. */
async function findGuestRecipient(context: Context, { bookingId, uid }: CalendarEvent) {
  const booking = bookingId && (await context.em.findOne(Booking, { id: bookingId }))
  if (!booking || uid !== bookingUid(booking) || booking.status !== BookingStatus.confirmed) return null
  const { title, email, timezone } = booking
  const language = booking.language as Language
  const manageUrl = await createManageLink(context, booking.id)
  return {
    title,
    location: formatBookingLocation(booking.location, booking, language),
    email,
    timezone,
    language,
    manageUrl,
  }
}
