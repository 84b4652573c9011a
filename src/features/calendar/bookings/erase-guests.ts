import sql, { type Sql } from 'sql-template-tag'
import type { Context } from '#core/operation/context'
import type { Booking } from './booking.entity.ts'

/**
 * Removes the personal data of the guests of bookings (Art. 17 GDPR), wherever Kontor keeps it; docs/decisions/0045 says what
 * stays. Nothing changes where they were forgotten before; 409 where one is still to come.
 */
export async function eraseGuests(context: Context, bookings: readonly Booking[]): Promise<void> {
  // Nobody books without an address.
  for (const booking of bookings) if (booking.email !== '') await eraseGuest(context, booking)
}

const incrementVersion = ({ clock }: Context) => sql`updated_at = ${clock.now()}, version = version + 1`

/** Takes out of mails `t` whom they were to and what they said; one that waits does not leave. */
export const redactMails = (context: Context, which: Sql) =>
  context.write(
    sql`update mails t set recipients = '{}', copies = '{}', reply_to = null, subject = '', body_text = '', body_html = '', sealed = null,
          calendar = null, outcomes = '{}', error = null, status = case when status = 'queued' then 'failed' else status end, ${incrementVersion(context)}
        where organization_id = ${context.organizationId} and ${which}`,
  )

async function eraseGuest(context: Context, booking: Booking): Promise<void> {
  const { organizationId, clock } = context
  const { id, title, name, email, location, clientId, start, end } = booking
  booking.eraseGuest(clock.now())
  const changed = incrementVersion(context)
  // Mails about its events that were queued before all of them were kept as about the booking.
  await redactMails(
    context,
    sql`(subject_id = ${id} or subject_id in (
          select e.id from calendar_events e where e.organization_id = ${organizationId} and e.booking_id = ${id}))`,
  )
  await context.write(
    sql`delete from calendar_attendees a using calendar_events e
        where a.organization_id = ${organizationId} and e.organization_id = ${organizationId} and e.id = a.event_id
          and e.booking_id = ${id} and a.email = ${email.toLowerCase()}`,
  )
  await context.write(
    sql`update calendar_events set title = ${title}, description = null,
          location = case when ${location === 'phone'} then null else location end,
          client_id = case when client_id = ${clientId} then null else client_id end, ${changed}
        where organization_id = ${organizationId} and booking_id = ${id}`,
  )
  // Hours that were booked from the calendar have the title of the event; those on an invoice stay as they were billed.
  await context.write(
    sql`update time_entries set description = ${title}, ${changed}
        where organization_id = ${organizationId} and started_at = ${start} and ended_at = ${end}
          and description = ${`${title}: ${name}`} and invoice_id is null`,
  )
  // That there was a link is told to whoever follows it, and nothing of what it led to.
  await context.write(
    sql`update booking_links set booking_id = null where organization_id = ${organizationId} and booking_id = ${id}`,
  )
  context.audit('booking.guest_forgotten', { id })
}
