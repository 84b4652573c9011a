import type { Context } from '#core/operation/context'
import { Booking } from '#features/calendar/bookings/booking.entity'
import { Client } from '#features/people/clients/client.entity'
import { Member } from '#features/people/members/member.entity'
import { assertCanManageRole } from '#features/people/members/member.policy'
import { type Person, PersonKind } from './holdings.ts'

/** Shorter names occur in too many texts. */
const minTermLength = 4

/** 404 if there is no such person, 403 if an admin requests an owner. */
export async function findPerson(context: Context, kind: PersonKind, id: string): Promise<Person> {
  if (kind === PersonKind.client) {
    const { name, contactName, email, invoiceEmail, erasedAt } = await context.read(Client, id)
    return createPerson(context, kind, id, erasedAt ? [] : [name, contactName], [email, invoiceEmail])
  }
  if (kind === PersonKind.guest) {
    const { name, email } = await context.read(Booking, id)
    return createPerson(context, kind, id, [name], [email])
  }
  const { name, email, role } = await context.read(Member, id)
  assertCanManageRole(context, role)
  return createPerson(context, kind, id, [name], [email])
}

/** A person whose data was erased: only the id is known. */
export const createErasedPerson = (context: Context, kind: PersonKind, id: string): Person =>
  createPerson(context, kind, id, [], [])

function createPerson(
  { organizationId, clock }: Context,
  kind: PersonKind,
  id: string,
  names: readonly (string | null)[],
  addresses: readonly (string | null)[],
): Person {
  const known = addresses.filter((address): address is string => Boolean(address))
  const terms = [...names, ...known].filter((term): term is string => (term?.length ?? 0) >= minTermLength)
  const emails = [...new Set([...known, ...known.map((address) => address.toLowerCase())])]
  return { kind, organizationId, id, emails, terms, now: clock.now() }
}
