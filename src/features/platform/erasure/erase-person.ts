import { randomUUID } from 'node:crypto'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { invalidState, Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { assertRecentAuthentication } from '#core/operation/recent-authentication'
import { addDays } from '#core/time/clock'
import { Booking } from '#features/calendar/bookings/booking.entity'
import { eraseGuests, redactMails } from '#features/calendar/bookings/erase-guests'
import { Client } from '#features/people/clients/client.entity'
import { Member } from '#features/people/members/member.entity'
import { removeMember } from '#features/people/members/remove-member'
import { fromHolding, type PlannedErasure, planErasure } from './erasure-plan.ts'
import { ErasureOutcome, type Holding, holdings, type Person, PersonKind } from './holdings.ts'
import { findPerson } from './person.ts'
import { personalData } from './personal-data.ts'

/**
 * Erases a person's data as planned: 412 if the records have changed since, 409 while one blocks it. The audit log gets the person's id
 * only.
 */
export async function erasePerson(
  context: Context,
  kind: PersonKind,
  id: string,
  confirmed: string,
): Promise<PlannedErasure> {
  await lockSubject(context, kind, id)
  const person = await findPerson(context, kind, id)
  await assertRecentAuthentication(context)
  const plan = await planErasure(context, person)
  if (plan.id !== confirmed) throw planOutdated()
  if (plan.isBlocked) throw erasureBlocked()
  for (const holding of holdings[kind])
    if (!holding.isDoneByOperation)
      if (holding.outcome === ErasureOutcome.erased) await context.write(sql`delete ${fromHolding(holding, person)}`)
      else if (holding.outcome === ErasureOutcome.pseudonymised)
        await context.write(blankPersonalColumns(holding, person))
  await redact(context, person)
  await eraseByKind[kind](context, person, plan)
  await scheduleErasure(context, person, plan)
  return plan
}

/** Locks the row that every other change of the person locks. */
const lockSubject = (context: Context, kind: PersonKind, id: string) => {
  if (kind === PersonKind.client) return context.load(Client, id)
  return kind === PersonKind.guest ? context.load(Booking, id) : context.load(Member, id)
}

async function redact(context: Context, person: Person) {
  for (const { table, outcome, where } of holdings[person.kind])
    if (table === 'mails' && outcome === ErasureOutcome.pseudonymised && where)
      await redactMails(context, where(person))
}

const eraseByKind: Record<PersonKind, (context: Context, person: Person, plan: PlannedErasure) => Promise<void>> = {
  async client(context, person, { entries }) {
    const client = await context.load(Client, person.id)
    client.assertNotErased()
    await context.runDeleteHandlers(client)
    await eraseGuests(context, await bookingsOf(context, person))
    const has = (kind: string, outcome: ErasureOutcome) =>
      entries.some((entry) => entry.kind === kind && entry.outcome === outcome)
    const isGone = has('clients', ErasureOutcome.erased)
    client.erase(context.clock.now(), has('client_numbers', ErasureOutcome.kept))
    context.audit('client.erased', { id: person.id })
    // Notifies recipients of the erasure (Art. 19 GDPR).
    if (isGone) {
      context.record('client.deleted', client, await context.snapshot('Client', client))
      context.em.remove(client)
    } else context.record('client.updated', client)
  },
  async guest(context, person) {
    await eraseGuests(context, await bookingsOf(context, person))
  },
  async member(context, person) {
    context.audit('member.erased', { id: person.id })
    await removeMember(context, await context.load(Member, person.id))
  },
}

async function bookingsOf(context: Context, { organizationId, emails }: Person): Promise<Booking[]> {
  const found = await context.writeReturning<{ id: string }>(
    sql`select id from bookings where organization_id = ${organizationId} and lower(email) = any(${emails}::text[])`,
  )
  return context.em.find(Booking, { id: { $in: found.map(({ id }) => id) } })
}

/** Schedules the erasure of kept records for the day after their last. */
async function scheduleErasure(context: Context, { kind, id, organizationId }: Person, { entries }: PlannedErasure) {
  const days = entries.flatMap(({ keptUntil }) => keptUntil ?? [])
  await context.write(
    sql`insert into erasures (organization_id, id, created_at, kind, subject_id, due_on)
        values (${organizationId}, ${randomUUID()}, ${context.clock.now()}, ${kind}, ${id}, ${nextDueDay(days)}::date)`,
  )
}

/** First day on which a kept record may be erased. */
export const nextDueDay = (days: readonly string[]) => {
  const [first] = [...days].sort()
  return first ? addDays(first, 1) : null
}

export function blankPersonalColumns(holding: Holding, person: Person, more: Sql = sql`true`): Sql {
  const { blanks = {}, isVersioned } = personalData[holding.table] ?? {}
  const columns = Object.entries(blanks).map(([column, blank]) => sql`${raw(column)} = ${raw(blank)}`)
  const changes = isVersioned ? [...columns, sql`version = version + 1, updated_at = ${person.now}`] : columns
  const { table, where } = holding
  return sql`update ${raw(table)} t set ${join(changes)}
      where t.organization_id = ${person.organizationId} and (${where ? where(person) : sql`false`}) and ${more}`
}

const planOutdated = () =>
  new Problem(412, 'precondition_failed', {
    de: 'Inzwischen haben sich Daten dieser Person geändert: Bitte sehen Sie sich den Löschplan noch einmal an.',
    en: 'The data of this person has changed in the meantime: please look at the erasure plan again.',
  })

const erasureBlocked = () =>
  invalidState({
    de: 'Einige Vorgänge sind noch nicht abgeschlossen: Der Löschplan nennt sie.',
    en: 'Some business is not finished yet: the erasure plan names it.',
  })
