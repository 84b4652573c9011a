import sql, { raw } from 'sql-template-tag'
import { createLinkToken } from '#core/access/link-token'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'
import { listAddressForms } from '#core/text/mail-address'
import type { ParticipationStatus } from '../icalendar/icalendar.ts'

export interface Attendee {
  eventId: string
  email: string
  name: string | null
  memberId: string | null
  answer: ParticipationStatus
  answeredAt: string | null
  /** Sealed link to answer, in base64; null if no answer is requested. */
  link: string | null
}

export interface Recipient {
  email: string
  name: string | null
  memberId: string | null
  language: Language
  /** Null if it is unknown. */
  timezone: string | null
}

const linkSealPurpose = 'calendar link'

const attendeeColumns = raw(`a.event_id as "eventId", a.email, a.name, a.member_id as "memberId", a.answer,
  a.answered_at::text as "answeredAt", encode(a.link, 'base64') as link`)

export async function readAttendees(context: Context, eventIds: readonly string[]): Promise<Attendee[]> {
  return context.queryBatched<Attendee>(
    eventIds,
    select`${attendeeColumns} from calendar_attendees a
        where a.organization_id = ${context.organizationId} and a.event_id = any(${eventIds}::uuid[])
        order by a.event_id, a.email`,
  )
}

/** Name, language and time zone by address: of a member, else a client, else the organization's defaults. */
export async function findRecipients(context: Context, emails: readonly string[]): Promise<Recipient[]> {
  if (!emails.length) return []
  const { organizationId } = context
  const wanted = emails.map((email) => email.toLowerCase())
  const forms = wanted.flatMap(listAddressForms)
  const known = await context.query<{
    email: string
    name: string
    memberId: string | null
    language: Language | null
    timezone: string | null
  }>(
    select`lower(m.email) as email, m.name, m.id as "memberId", m.language, m.timezone from members m
        where m.organization_id = ${organizationId} and lower(m.email) = any(${forms}::text[])
        union all
        select lower(c.email) as email, coalesce(c.contact_name, c.name) as name, null as "memberId", c.language, null as timezone
        from clients c where c.organization_id = ${organizationId} and lower(c.email) = any(${forms}::text[])`,
  )
  const language = await readOrganizationLanguage(context)
  return wanted.map((email) => {
    const found = known.filter((each) => listAddressForms(email).includes(each.email))
    const one = found.find(({ memberId }) => memberId !== null) ?? found[0]
    return {
      email,
      name: one?.name ?? null,
      memberId: one?.memberId ?? null,
      language: one?.language ?? language,
      timezone: one?.timezone ?? null,
    }
  })
}

export async function readOrganizationLanguage(context: Context): Promise<Language> {
  const [row] = await context.query<{ language: Language }>(
    select`o.default_language as language from organizations o where o.id = ${context.organizationId}`,
  )
  return row?.language ?? 'de'
}

/** Each attendee gets a link to answer, unless they have already answered. */
export async function addAttendees(
  context: Context,
  eventId: string,
  people: readonly Pick<Recipient, 'email' | 'name' | 'memberId'>[],
  answer: ParticipationStatus = 'needs_action',
) {
  const { organizationId, services, clock } = context
  for (const { email, name, memberId } of people) {
    const { token, hash } = createLinkToken(organizationId)
    const isAsked = answer === 'needs_action'
    await context.write(
      sql`insert into calendar_attendees (organization_id, event_id, email, name, member_id, answer, answered_at, link_hash, link)
          values (${organizationId}, ${eventId}, ${email.toLowerCase()}, ${name}, ${memberId}, ${answer},
            ${isAsked ? null : clock.now()}, ${isAsked ? hash : null}, ${isAsked ? services.secrets.seal(token, linkSealPurpose) : null})`,
    )
  }
}

export const removeAttendees = (context: Context, eventId: string, emails: readonly string[]) =>
  context.write(
    sql`delete from calendar_attendees
        where organization_id = ${context.organizationId} and event_id = ${eventId} and email = any(${emails}::text[])`,
  )

/** After a new time, answers to the old one no longer count. */
export const resetAnswers = (context: Context, eventId: string) =>
  context.write(
    sql`update calendar_attendees set answer = 'needs_action', answered_at = null
        where organization_id = ${context.organizationId} and event_id = ${eventId} and link is not null`,
  )

export const saveAnswer = (context: Context, eventId: string, email: string, answer: ParticipationStatus) =>
  context.write(
    sql`update calendar_attendees set answer = ${answer}, answered_at = ${context.clock.now()}
        where organization_id = ${context.organizationId} and event_id = ${eventId} and email = ${email}`,
  )

/** Null if no answer is requested. */
export const getAnswerUrl = (context: Context, { link }: Pick<Attendee, 'link'>): string | null =>
  link &&
  `${context.services.publicUrl}/invitation/${context.services.secrets.open(Buffer.from(link, 'base64'), linkSealPurpose)}`

/** Undefined if the link is not valid. */
export async function findAttendeeByLink(context: Context, hash: Buffer): Promise<Attendee | undefined> {
  const [attendee] = await context.query<Attendee>(
    select`${attendeeColumns}
        from calendar_attendees a where a.organization_id = ${context.organizationId} and a.link_hash = ${hash}`,
  )
  return attendee
}
