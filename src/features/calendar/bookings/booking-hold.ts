import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import { invalidState, Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { BookingRequest } from './booking-request.ts'

export const holdMinutes = 15

/** Contact data and answers, deleted when the hold expires. */
export type HoldGuest = Pick<BookingRequest, 'name' | 'email' | 'phone' | 'agenda' | 'answers' | 'timezone'>

/** A slot held for a guest who has yet to confirm. */
export interface BookingHold {
  id: string
  eventTypeId: string
  hostIds: string[]
  requestedAt: Date
  expiresAt: Date
  start: Date
  end: Date
  language: BookingRequest['language']
  /** Null once it has expired. */
  guest: HoldGuest | null
}

const columns = sql`id, event_type_id as "eventTypeId", host_ids as "hostIds", requested_at as "requestedAt",
  expires_at as "expiresAt", starts_at as "start", ends_at as "end", language, guest`

/** Also returns expired holds; undefined if the link is unknown or was confirmed. */
export async function findHold(context: Context, hash: Buffer): Promise<BookingHold | undefined> {
  const [row] = await context.query<BookingHold>(
    select`${columns} from booking_holds where organization_id = ${context.organizationId} and hash = ${hash}`,
  )
  if (!row) return undefined
  const [requestedAt, expiresAt] = [new Date(row.requestedAt), new Date(row.expiresAt)]
  return { ...row, requestedAt, expiresAt, start: new Date(row.start), end: new Date(row.end) } as BookingHold
}

/** 410 if the hold has expired. */
export function getHoldGuest({ clock }: Context, { guest, expiresAt }: BookingHold): HoldGuest {
  if (!guest || expiresAt <= clock.now()) throw holdExpired()
  return guest
}

/** 409: a pending booking cannot be moved or cancelled. */
export const bookingUnconfirmed = () =>
  invalidState({
    de: 'Der Termin ist noch nicht bestätigt. Bestätigen Sie ihn zuerst, oder lassen Sie die Frist verstreichen.',
    en: 'The appointment is not confirmed yet. Confirm it first, or let the time run out.',
  })

export const holdExpired = () =>
  new Problem(410, 'expired', {
    de: `Der Termin wurde nicht innerhalb von ${holdMinutes} Minuten bestätigt und ist nicht mehr für Sie reserviert. Bitte buchen Sie noch einmal.`,
    en: `The appointment was not confirmed within ${holdMinutes} minutes and is no longer reserved for you. Please book again.`,
  })
