import { select } from '#core/database/select'
import { rateLimited } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { dayMs } from '#core/time/local-time'
import type { Booking } from './booking.entity.ts'

// Forms can be filled in with a stranger's address, so mails to one mailbox are limited.

/** Mails about bookings to one mailbox of an organization per day. */
const maxPerDay = 20

/** Lower case and without a `+tag`, which many providers ignore. */
export const normalizeMailbox = (email: string) => email.toLowerCase().replace(/\+[^@]*(?=@[^@]*$)/, '')

/** 429 if the mailbox has reached its limit. Locks the mailbox until the end of the transaction. */
export async function assertGuestMailLimit(context: Context, mailbox: string) {
  await context.query(
    select`pg_advisory_xact_lock(hashtextextended(${`mails to ${context.organizationId} ${mailbox}`}, 0))`,
  )
  const sent = await readRecentMails(context, mailbox)
  // This mail must be a day old before the next is allowed.
  const oldest = sent[sent.length - maxPerDay]
  if (oldest === undefined) return
  const wait = Date.parse(oldest) + dayMs - context.clock.now().getTime()
  throw rateLimited(Math.max(1, Math.ceil(wait / 1000)), tooManyMails)
}

const tooManyMails = {
  de: 'An diese E-Mail-Adresse wurden heute schon zu viele Nachrichten über Termine gesendet. Bitte versuchen Sie es morgen noch einmal, oder wenden Sie sich direkt an den Gastgeber.',
  en: 'Too many messages about appointments were sent to this email address today. Please try again tomorrow, or contact the host directly.',
}

/** Guests can still cancel at the limit; only the confirmation is not mailed. */
export const isGuestMailLimitReached = async (context: Context, mailbox: string) =>
  (await readRecentMails(context, mailbox)).length >= maxPerDay

/** Times of mails to a mailbox in the last day, oldest first; bookings and holds. */
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

export function recordGuestMail(context: Context, booking: Booking) {
  const since = getDayAgo(context)
  booking.guestMailedAt = [...booking.guestMailedAt.filter((at) => at > since), context.clock.now().toISOString()]
}

const getDayAgo = ({ clock }: Context) => new Date(clock.now().getTime() - dayMs).toISOString()
