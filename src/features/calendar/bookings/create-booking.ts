import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import type { Language } from '#core/text/language'
import { listAddressForms } from '#core/text/mail-address'
import { Client, ClientKind } from '#features/people/clients/client.entity'
import type { EventType } from '../event-types/event-type.entity.ts'
import { Booking } from './booking.entity.ts'
import { mailBookingChange } from './booking.mail.ts'
import { addBookingEvents } from './booking-events.ts'
import type { BookingRequest } from './booking-request.ts'
import { readHostMembers } from './hosts.ts'
import { createManageLink } from './manage-link.ts'

/** Creates a booking with events, mails and link. The hosts must be locked and free. */
export async function createBooking(
  context: Context,
  { type, hostIds, requestedLanguage, ...request }: BookingRequest,
  { wasHeld = false } = {},
): Promise<{ booking: Booking; manageUrl: string }> {
  const { id, name, email, phone, agenda, answers, start, end } = request
  const hosts = await readHostMembers(context, hostIds)
  const client = await findOrCreateClient(context, type, request, requestedLanguage)
  const meetUrl = await addBookingEvents(context, hosts, {
    ...{ id, title: type.name, guest: name, email, phone, agenda, answers, start, end },
    location: type.location,
    clientId: client?.id ?? null,
  })
  const booking = context.create(Booking, {
    ...request,
    ...{ eventTypeId: type.id, title: type.name, userId: hostIds[0] ?? null, hostIds: [...hostIds] },
    ...{ location: type.location, meetUrl },
    guestMailedAt: [context.clock.now().toISOString()],
    client: client && context.ref(Client, client.id),
  })
  for (const memberId of hostIds)
    await context.write(
      sql`insert into booking_hosts (organization_id, booking_id, member_id, event_type_id, booked_at, starts_at, ends_at,
            buffer_before_minutes, buffer_after_minutes)
          values (${context.organizationId}, ${id}, ${memberId}, ${type.id}, ${context.clock.now()}, ${start}, ${end},
            ${type.bufferBeforeMinutes}, ${type.bufferAfterMinutes})`,
    )
  const manageUrl = await createManageLink(context, id)
  context.record('booking.created', booking)
  await mailBookingChange(context, booking, hosts, { kind: 'booked', manageUrl, wasHeld })
  return { booking, manageUrl }
}

export async function findClientByEmail(context: Context, email: string) {
  const [client] = await context.query<{ id: string; language: Language | null }>(
    select`id, language from clients where organization_id = ${context.organizationId}
          and lower(email) = any(${listAddressForms(email)}::text[]) order by created_at, id`,
  )
  return client ?? null
}

/** Creates a client only if the event type says so. */
async function findOrCreateClient(
  context: Context,
  { createClient }: Row<EventType>,
  { name, email }: Pick<BookingRequest, 'name' | 'email'>,
  language: Language | null,
) {
  const { organizationId } = context
  const known = await findClientByEmail(context, email)
  if (known || !createClient) return known
  // Serializes concurrent requests that would create the same client.
  await context.query(
    select`pg_advisory_xact_lock(hashtextextended(${`client ${organizationId} ${email.toLowerCase()}`}, 0))`,
  )
  const found = await findClientByEmail(context, email)
  if (found) return found
  const client = await context.insert(Client, { name, email, kind: ClientKind.consumer, language })
  // A member who creates the client at the same moment does not take this lock: run again to find theirs.
  const isIn = await findClientByEmail(context, email).catch(() => undefined)
  if (!isIn) context.rerun()
  context.record('client.created', client)
  return client
}
