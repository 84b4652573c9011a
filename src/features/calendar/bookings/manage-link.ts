import sql from 'sql-template-tag'
import { createLinkToken } from '#core/access/link-token'
import { select } from '#core/database/select'
import { linkExpired, notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { bookingUnconfirmed, findHold, getHoldGuest } from './booking-hold.ts'

/**
 * Creates a link by which the guest manages the booking, and returns its URL. Only its hash is stored, so each mail has a new
 * one.
 */
export async function createManageLink(context: Context, bookingId: string): Promise<string> {
  const { organizationId, services } = context
  const { token, hash } = createLinkToken(organizationId)
  await context.write(
    sql`insert into booking_links (organization_id, hash, booking_id) values (${organizationId}, ${hash}, ${bookingId})`,
  )
  return `${services.publicUrl}/booking/${token}`
}

/** The booking of a link. Enters its organization. 404 if the link is unknown, 410 if the guest's data was erased. */
export async function resolveManageLink(context: Context, token: string): Promise<string> {
  const hash = context.enterByLink(token)
  const [found] = await context.query<{ bookingId: string | null }>(
    select`booking_id as "bookingId" from booking_links
        where organization_id = ${context.organizationId} and hash = ${hash}`,
  )
  if (!found) {
    const hold = await findHold(context, hash)
    if (!hold) throw notFound()
    getHoldGuest(context, hold)
    throw bookingUnconfirmed()
  }
  if (found.bookingId === null) throw linkExpired()
  return found.bookingId
}
