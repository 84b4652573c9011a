import sql from 'sql-template-tag'
import { toRateLimitNetwork } from '#core/access/network'
import { select } from '#core/database/select'
import { Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Bilingual } from '#core/text/language'
import type { Interval } from '#core/time/interval'
import { dayMs } from '#core/time/local-time'
import type { Config } from '../../../config.ts'

// Anyone can book under any name and address. Requests are limited by network, host and organization.

const hourMs = 60 * 60_000

/** Concurrent holds of one network, and on one day of one host, so that other days stay free. */
const maxHolds = { ofNetwork: 2, ofHostAndDay: 3 }

/** Limits for guests' bookings and moves, unless the event type sets its own. */
export interface BookingLimits {
  perNetworkAndDay: number
  perHostAndDay: number
  perOrganizationAndHour: number
}

declare module '#core/operation/services' {
  interface Services {
    bookingLimits: BookingLimits
  }
}

export const createBookingLimits = (
  config: Pick<Config, 'bookingsPerNetworkPerDay' | 'bookingsPerHostPerDay' | 'bookingsPerOrganizationPerHour'>,
): BookingLimits => ({
  perNetworkAndDay: config.bookingsPerNetworkPerDay,
  perHostAndDay: config.bookingsPerHostPerDay,
  perOrganizationAndHour: config.bookingsPerOrganizationPerHour,
})

/** A move has no hosts, because it takes no additional time. */
interface GuestRequest {
  id: string
  hostIds: readonly string[]
  /** Bookings per host and day that the event type allows; null for the server's limit. */
  maxPerHost?: number | null
  /** For a hold: the mailbox that gets the link, and the day of the slot. */
  hold?: { mailbox: string; day: Interval }
}

/** Keyed hash of the guest's network. */
export const hashGuestNetwork = ({ sender, services: { secrets } }: Context) =>
  secrets.sign(toRateLimitNetwork(sender.address), 'network of a guest')

interface Counts {
  network: number
  networkSince: Date | null
  organization: number
  organizationSince: Date | null
  host: number
  hostSince: Date | null
}

/**
 * Counts a request; 429 if network, host or organization has reached its limit. Requests of one organization are serialized.
 * Call it last, with mailbox and hosts locked.
 */
export async function countGuestRequest(context: Context, { id, hostIds, maxPerHost, hold }: GuestRequest) {
  const { organizationId, services } = context
  const { perNetworkAndDay, perHostAndDay, perOrganizationAndHour } = services.bookingLimits
  const network = hashGuestNetwork(context)
  await context.query(select`pg_advisory_xact_lock(hashtextextended(${`booking requests of ${organizationId}`}, 0))`)
  const now = context.clock.now()
  const [dayAgo, hourAgo] = [new Date(now.getTime() - dayMs), new Date(now.getTime() - hourMs)]
  const ofNetwork = sql`network = ${network}`
  const ofHost = sql`host_ids && ${sql`${[...hostIds]}::uuid[]`}`
  const ofHour = sql`requested_at > ${hourAgo}`
  const [counts] = await context.query<Counts>(
    select`count(*) filter (where ${ofNetwork})::int as network, min(requested_at) filter (where ${ofNetwork}) as "networkSince",
          count(*) filter (where ${ofHost})::int as host, min(requested_at) filter (where ${ofHost}) as "hostSince",
          count(*) filter (where ${ofHour})::int as organization, min(requested_at) filter (where ${ofHour}) as "organizationSince"
        from booking_requests where organization_id = ${organizationId} and requested_at > ${dayAgo}`,
  )
  const holds = await countHolds(context, hostIds, network, hold?.day)
  const most = maxPerHost ?? perHostAndDay
  const refuse = (count: number, limit: number, text: (limit: number) => Bilingual, since: unknown, ms: number) => {
    if (count >= limit) throw tooManyBookings(text(limit), new Date(since as string).getTime() + ms - now.getTime())
  }
  if (counts) {
    refuse(counts.network, perNetworkAndDay, messages.network, counts.networkSince, dayMs)
    refuse(counts.organization, perOrganizationAndHour, messages.organization, counts.organizationSince, hourMs)
    // Holds count as bookings, so that confirming them cannot fail.
    if (hostIds.length) refuse(counts.host + holds.ofHost, most, messages.host, counts.hostSince ?? now, dayMs)
  }
  if (hold) {
    refuse(holds.ofNetwork, maxHolds.ofNetwork, messages.holdsOfNetwork, holds.networkUntil, 0)
    refuse(holds.ofDay, maxHolds.ofHostAndDay, messages.holdsOfDay, holds.dayUntil, 0)
  }
  await context.write(
    sql`insert into booking_requests (organization_id, id, requested_at, network, mailbox, host_ids)
        values (${organizationId}, ${id}, ${now}, ${network}, ${hold?.mailbox ?? null}, ${sql`${hold ? [] : [...hostIds]}::uuid[]`})`,
  )
}

export const countConfirmedHold = (context: Context, id: string, hostIds: readonly string[]) =>
  context.write(
    sql`update booking_requests set host_ids = ${sql`${[...hostIds]}::uuid[]`}, mailbox = null
        where organization_id = ${context.organizationId} and id = ${id}`,
  )

/** Current holds of a network, of hosts, and of hosts on a day. */
async function countHolds(context: Context, hostIds: readonly string[], network: string, day?: Interval) {
  const ofHost = sql`host_ids && ${sql`${[...hostIds]}::uuid[]`}`
  const ofDay = day
    ? sql`${ofHost} and starts_at < ${new Date(day.to)} and ends_at > ${new Date(day.from)}`
    : sql`false`
  const ofNetwork = sql`network = ${network}`
  const [found] = await context.query<{
    ofHost: number
    ofDay: number
    dayUntil: Date | null
    ofNetwork: number
    networkUntil: Date | null
  }>(
    select`count(*) filter (where ${ofHost})::int as "ofHost", count(*) filter (where ${ofDay})::int as "ofDay",
          min(expires_at) filter (where ${ofDay}) as "dayUntil", count(*) filter (where ${ofNetwork})::int as "ofNetwork",
          min(expires_at) filter (where ${ofNetwork}) as "networkUntil"
        from booking_holds where organization_id = ${context.organizationId} and expires_at > ${context.clock.now()}`,
  )
  return found ?? { ofHost: 0, ofDay: 0, dayUntil: null, ofNetwork: 0, networkUntil: null }
}

const tooManyBookings = (text: Bilingual, waitMs: number) =>
  Object.assign(new Problem(429, 'rate_limited', text), { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })

const messages = {
  network: (limit: number) => ({
    de: `Von Ihrem Anschluss aus wurden in 24 Stunden schon ${limit} Termine gebucht oder verschoben. Bitte versuchen Sie es morgen noch einmal, oder wenden Sie sich direkt an den Gastgeber.`,
    en: `${limit} appointments were booked or moved from your network within 24 hours. Please try again tomorrow, or contact the host directly.`,
  }),
  host: (limit: number) => ({
    de: `Hier wurden in 24 Stunden schon ${limit} Termine gebucht. Bitte versuchen Sie es später noch einmal, oder wenden Sie sich direkt an den Gastgeber.`,
    en: `${limit} appointments were booked here within 24 hours. Please try again later, or contact the host directly.`,
  }),
  organization: (limit: number) => ({
    de: `Hier wurden in einer Stunde schon ${limit} Termine gebucht oder verschoben. Bitte versuchen Sie es in einer Stunde noch einmal.`,
    en: `${limit} appointments were booked or moved here within an hour. Please try again in an hour.`,
  }),
  holdsOfNetwork: () => ({
    de: 'Von Ihrem Anschluss aus warten schon Termine auf ihre Bestätigung. Bitte bestätigen Sie diese zuerst über den Link in der E-Mail, oder versuchen Sie es in 15 Minuten noch einmal.',
    en: 'Appointments from your network are waiting to be confirmed. Please confirm them first by the link in the email, or try again in 15 minutes.',
  }),
  holdsOfDay: () => ({
    de: 'An diesem Tag warten schon mehrere Termine auf ihre Bestätigung. Bitte wählen Sie einen anderen Tag, oder versuchen Sie es in 15 Minuten noch einmal.',
    en: 'Several appointments on this day are waiting to be confirmed. Please choose another day, or try again in 15 minutes.',
  }),
}
