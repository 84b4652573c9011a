import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import { conflict, invalidField, missingField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { Assignment, type EventType, getHostIds, QuestionKind } from '../event-types/event-type.entity.ts'
import type { Answer } from './booking.entity.ts'
import type { BookInput } from './booking.inputs.ts'
import type { BookingRequest } from './booking-request.ts'
import { createBooking, findClientByEmail } from './create-booking.ts'
import { toGuestBooking } from './guest-booking.ts'
import { countGuestRequest } from './guest-limits.ts'
import { assertGuestMailLimit, normalizeMailbox } from './guest-mail-limit.ts'
import { holdSlot } from './hold-slot.ts'
import { lockHosts } from './hosts.ts'
import { findFreeHosts } from './open-slots.ts'
import type { GuestBooking } from './public-booking.type.ts'
import { findPublicEventType } from './public-event-type.ts'

export const slotUnavailable = () => conflict('slot_unavailable')

/** Books a slot for a guest, or holds it if the event type requires confirmation by mail. 409 if the slot is not free. */
export async function bookSlot(
  context: Context,
  userSlug: string,
  typeSlug: string,
  input: BookInput,
): Promise<GuestBooking> {
  const { host, type } = await findPublicEventType(context, userSlug, typeSlug, true)
  const answers = parseAnswers(type, input.answers ?? {})
  const { start, name, email, phone = null, agenda = null } = input
  const mailbox = normalizeMailbox(email)
  await assertGuestMailLimit(context, mailbox)
  const hostIds = await assignHosts(context, type, start)
  const { requestedLanguage } = context
  const language = requestedLanguage ?? (await findClientByEmail(context, email))?.language ?? host.organizationLanguage
  const request: BookingRequest = {
    ...{ id: randomUUID(), type, hostIds, start, end: new Date(start.getTime() + type.durationMinutes * 60_000) },
    ...{ name, email, mailbox, phone, agenda, answers, language, requestedLanguage },
    timezone: input.timezone ?? host.timezone,
  }
  if (type.requiresEmailVerification) return holdSlot(context, request, host.timezone)
  await countGuestRequest(context, { id: request.id, hostIds, maxPerHost: type.maximumNewBookingsPerDay })
  const { booking, manageUrl } = await createBooking(context, request)
  return { ...(await toGuestBooking(context, booking)), manageUrl }
}

/** Chooses the hosts and locks them against concurrent bookings. */
async function assignHosts(context: Context, type: Row<EventType>, start: Date): Promise<string[]> {
  const wanted = getHostIds(type)
  await lockHosts(context, wanted)
  // Hosts that are deleted concurrently are gone before this lock, or stay until the end of the transaction.
  await context.query(
    select`id from members where organization_id = ${context.organizationId} and id = any(${sql`${[...wanted]}::uuid[]`})
        order by id for key share`,
  )
  const free = await findFreeHosts(context, type, start)
  if (!free.length) throw slotUnavailable()
  return type.assignment === Assignment.round_robin && free.length > 1
    ? [await findLeastRecentlyBooked(context, type, free)]
    : free
}

/** Round robin: the member whose last booking of this event type is oldest. */
async function findLeastRecentlyBooked(
  context: Context,
  type: Row<EventType>,
  members: readonly string[],
): Promise<string> {
  const rows = await context.query<{ memberId: string; last: string }>(
    select`member_id as "memberId", max(booked_at)::text as last from booking_hosts
        where organization_id = ${context.organizationId} and event_type_id = ${type.id}
          and member_id = any(${sql`${[...members]}::uuid[]`})
        group by member_id`,
  )
  const lastOf = (member: string) => rows.find(({ memberId }) => memberId === member)?.last ?? ''
  const [first = ''] = members.toSorted((one, other) => (lastOf(one) < lastOf(other) ? -1 : 1))
  return first
}

/** Answers in the order of the questions. 400 or 422 names the question. */
function parseAnswers({ questions }: Row<EventType>, sent: Readonly<Record<string, string>>): Answer[] {
  for (const [key, answer] of Object.entries(sent)) {
    const field = `answers.${key}`
    if (!questions.some((question) => question.key === key))
      throw invalidField(field, { de: 'ist keine Frage', en: 'is no question' })
    if (answer.length > 5000)
      throw invalidField(field, {
        de: 'darf höchstens 5000 Zeichen lang sein',
        en: 'must be at most 5000 characters long',
      })
  }
  return questions.flatMap(({ key, label, kind, required, choices }) => {
    const answer = (Object.hasOwn(sent, key) ? (sent[key] ?? '') : '').trim()
    if (!answer) {
      if (required) throw missingField(`answers.${key}`)
      return []
    }
    if (kind === QuestionKind.choice && !choices.includes(answer))
      throw invalidField(`answers.${key}`, { de: 'ist keine der Antworten', en: 'is none of the choices' })
    return [{ key, label, answer }]
  })
}
