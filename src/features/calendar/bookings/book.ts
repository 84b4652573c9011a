import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import { conflict, invalid, missing } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import type { Language } from '#core/text/language'
import { addressForms } from '#core/text/mail-address'
import { Client, ClientKind } from '#features/people/clients/client.entity'
import { Assignment, type EventType, hostsOf, QuestionKind } from '../event-types/event-type.entity.ts'
import { type Answer, Booking } from './booking.entity.ts'
import type { BookInput } from './booking.inputs.ts'
import { tellOfBooking } from './booking.mail.ts'
import { addToCalendars } from './calendars.ts'
import { showToGuest } from './guest-booking.ts'
import { lockHosts, readPeople } from './hosts.ts'
import { assertMayBeMailed, mailboxOf } from './mail-limit.ts'
import { openManageLink } from './manage-link.ts'
import { freeHosts } from './open-slots.ts'
import type { GuestBooking } from './public-booking.type.ts'
import { findType } from './public-type.ts'

export const slotUnavailable = () => conflict('slot_unavailable')

/** Books a slot for a guest: with its events, mails and link, or not at all. 409 where the slot is not free. */
export async function book(
  context: Context,
  userSlug: string,
  typeSlug: string,
  input: BookInput,
): Promise<GuestBooking> {
  const { host, type } = await findType(context, userSlug, typeSlug, true)
  const answers = readAnswers(type, input.answers ?? {})
  const { start, name, email, phone = null, agenda = null } = input
  const mailbox = mailboxOf(email)
  await assertMayBeMailed(context, mailbox)
  const hostIds = await takeHosts(context, type, start)
  const hosts = await readPeople(context, hostIds)
  const client = await clientOf(context, type, input)
  const language = context.requestedLanguage ?? (client?.language as Language | null) ?? host.organizationLanguage
  const id = randomUUID()
  const end = new Date(start.getTime() + type.durationMinutes * 60_000)
  const meetUrl = await addToCalendars(context, hosts, {
    ...{ id, title: type.name, guest: name, email, phone, agenda, answers, start, end },
    location: type.location,
    clientId: client?.id ?? null,
  })
  const booking = context.create(Booking, {
    ...{ id, eventTypeId: type.id, title: type.name, userId: hostIds[0] ?? null, hostIds, start, end },
    ...{ name, email, mailbox, phone, agenda, answers, location: type.location, meetUrl, language },
    told: [context.clock.now().toISOString()],
    timezone: input.timezone ?? host.timezone,
    client: client && context.ref(Client, client.id),
  })
  for (const memberId of hostIds)
    await context.write(
      sql`insert into booking_hosts (organization_id, booking_id, member_id, event_type_id, booked_at, starts_at, ends_at,
            buffer_before_minutes, buffer_after_minutes)
          values (${context.organizationId}, ${id}, ${memberId}, ${type.id}, ${context.clock.now()}, ${start}, ${end},
            ${type.bufferBeforeMinutes}, ${type.bufferAfterMinutes})`,
    )
  const manageUrl = await openManageLink(context, id)
  context.record('booking.created', booking)
  await tellOfBooking(context, booking, hosts, { news: 'booked', manageUrl })
  return { ...(await showToGuest(context, booking)), manageUrl }
}

/** Decides who comes, and keeps others from booking them meanwhile. */
async function takeHosts(context: Context, type: Row<EventType>, start: Date): Promise<string[]> {
  const wanted = hostsOf(type)
  await lockHosts(context, wanted)
  // Who leaves meanwhile is gone before this, or stays until it is over.
  await context.query(
    select`id from members where organization_id = ${context.organizationId} and id = any(${sql`${[...wanted]}::uuid[]`})
        order by id for key share`,
  )
  const free = await freeHosts(context, type, start)
  if (!free.length) throw slotUnavailable()
  return type.assignment === Assignment.round_robin && free.length > 1
    ? [await longestWaiting(context, type, free)]
    : free
}

/** The one of these members whose last booking of the type was made before those of the others. */
async function longestWaiting(context: Context, type: Row<EventType>, members: readonly string[]): Promise<string> {
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

/** What was answered, in the order of the questions; 400 and 422 naming the question. */
function readAnswers({ questions }: Row<EventType>, sent: Readonly<Record<string, string>>): Answer[] {
  for (const [key, answer] of Object.entries(sent)) {
    const field = `answers.${key}`
    if (!questions.some((question) => question.key === key))
      throw invalid(field, { de: 'ist keine Frage', en: 'is no question' })
    if (answer.length > 5000)
      throw invalid(field, { de: 'darf höchstens 5000 Zeichen lang sein', en: 'must be at most 5000 characters long' })
  }
  return questions.flatMap(({ key, label, kind, required, choices }) => {
    const answer = (Object.hasOwn(sent, key) ? (sent[key] ?? '') : '').trim()
    if (!answer) {
      if (required) throw missing(`answers.${key}`)
      return []
    }
    if (kind === QuestionKind.choice && !choices.includes(answer))
      throw invalid(`answers.${key}`, { de: 'ist keine der Antworten', en: 'is none of the choices' })
    return [{ key, label, answer }]
  })
}

/** The client with the guest's address, made where the type says so. */
async function clientOf(context: Context, { createClient }: Row<EventType>, { name, email }: BookInput) {
  const { organizationId } = context
  const find = async () => {
    const [client] = await context.query<{ id: string; language: string | null }>(
      select`id, language from clients where organization_id = ${organizationId} 
          and lower(email) = any(${addressForms(email)}::text[]) order by created_at, id`,
    )
    return client
  }
  const known = await find()
  if (known || !createClient) return known ?? null
  // Two that become the same client at once are one.
  await context.query(
    select`pg_advisory_xact_lock(hashtextextended(${`client ${organizationId} ${email.toLowerCase()}`}, 0))`,
  )
  const found = await find()
  if (found) return found
  const kind = ClientKind.consumer
  const client = await context.insert(Client, { name, email, kind, language: context.requestedLanguage })
  // Somebody in the organization who makes it at this moment does not ask for the lock: theirs is found the next time.
  const isIn = await find().catch(() => undefined)
  if (!isIn) context.runAgain()
  context.record('client.created', client)
  return client
}
