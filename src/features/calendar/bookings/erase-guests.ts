import sql, { type Sql } from 'sql-template-tag'
import type { Context } from '#core/operation/context'
import type { Booking } from './booking.entity.ts'

/**
 * Removes the personal data of guests (Art. 17 GDPR); see docs/decisions/0045 for what stays. Does nothing if it was removed
 * before; 409 if an appointment is still ahead.
 */
export async function eraseGuests(context: Context, bookings: readonly Booking[]): Promise<void> {
  // Every guest has an address until their data is erased.
  for (const booking of bookings) if (booking.email !== '') await eraseGuest(context, booking)
}

const incrementVersion = ({ clock }: Context) => sql`updated_at = ${clock.now()}, version = version + 1`

/** Removes recipients and content of mails `t`. Queued mails are not sent. */
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
  // Older mails about its events have the event as subject.
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
  // Time entries made from the event have its title. Those on an invoice stay as billed.
  await context.write(
    sql`update time_entries set description = ${title}, ${changed}
        where organization_id = ${organizationId} and started_at = ${start} and ended_at = ${end}
          and description = ${`${title}: ${name}`} and invoice_id is null`,
  )
  // The link then answers 410 instead of 404.
  await context.write(
    sql`update booking_links set booking_id = null where organization_id = ${organizationId} and booking_id = ${id}`,
  )
  context.audit('booking.guest_forgotten', { id })
}
