import { select } from '#core/database/select'
import { rateLimited } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { dayMs } from '#core/time/local-time'
import type { Booking } from './booking.entity.ts'

// Whoever fills in a form may name the address of somebody else: what strangers can have mailed to a mailbox is bounded.

/** Mails about bookings to one mailbox of an organization within a day, beyond which guests neither book nor move. */
const maxPerDay = 20

/** The mailbox of an address: in lower case, and without what is said after a plus, which many providers ignore. */
export const normalizeMailbox = (email: string) => email.toLowerCase().replace(/\+[^@]*(?=@[^@]*$)/, '')

/** 429 where a mailbox was mailed often enough; until the operation is over no other one counts its mails. */
export async function assertGuestMailLimit(context: Context, mailbox: string) {
  await context.query(
    select`pg_advisory_xact_lock(hashtextextended(${`mails to ${context.organizationId} ${mailbox}`}, 0))`,
  )
  const sent = await readRecentMails(context, mailbox)
  // As many as leave room for one more will have to be a day old.
  const oldest = sent[sent.length - maxPerDay]
  if (oldest === undefined) return
  const wait = Date.parse(oldest) + dayMs - context.clock.now().getTime()
  throw rateLimited(Math.max(1, Math.ceil(wait / 1000)), tooManyMails)
}

const tooManyMails = {
  de: 'An diese E-Mail-Adresse wurden heute schon zu viele Nachrichten über Termine gesendet. Bitte versuchen Sie es morgen noch einmal, oder wenden Sie sich direkt an den Gastgeber.',
  en: 'Too many messages about appointments were sent to this email address today. Please try again tomorrow, or contact the host directly.',
}

/** Whether a mailbox was mailed so often that a guest's own cancellation is not confirmed to it: it is done all the same. */
export const isGuestMailLimitReached = async (context: Context, mailbox: string) =>
  (await readRecentMails(context, mailbox)).length >= maxPerDay

/** When a mailbox was mailed within a day, of bookings and of slots that are held, the first time first. */
async function readRecentMails(context: Context, mailbox: string): Promise<string[]> {
  const since = getDayAgo(context)
  const rows = await context.query<{ at: string }>(
    select`t.at from bookings b, jsonb_array_elements_text(b.told) t(at)
        where b.organization_id = ${context.organizationId} and b.mailbox = ${mailbox}
          and t.at > ${since}
        union all
        select to_char(requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from booking_requests
        where organization_id = ${context.organizationId} and mailbox = ${mailbox} and requested_at > ${since}
        order by at`,
  )
  return rows.map(({ at }) => at)
}

/** Notes that the guest of a booking is mailed now. */
export function recordGuestMail(context: Context, booking: Booking) {
  const since = getDayAgo(context)
  booking.told = [...booking.told.filter((at) => at > since), context.clock.now().toISOString()]
}

const getDayAgo = ({ clock }: Context) => new Date(clock.now().getTime() - dayMs).toISOString()
