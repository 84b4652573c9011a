import type { NotificationsQuery } from '../../../schema/web/graphql.ts'
import { said } from './activity.words.ts'

/** A mail that did not arrive, about what has no event by which it is told. */
export interface UndeliveredMail {
  id: string
  at: string
  text: string
  link:
    | { to: '/contracts/$id'; params: { id: string } }
    | { to: '/calendar'; search: { date: string } }
    | { to: '/settings/members' }
}

/** Contracts, invitations and the reader's own bookings whose last mail did not arrive, the newest first. */
export function undeliveredMails(data: NotificationsQuery | undefined, memberId: string): UndeliveredMail[] {
  const { contract, booking, invitation } = said.undelivered
  const contracts = data?.contracts?.contracts.map(({ id, number, title, delivery }) => ({
    ...{ id, at: delivery.at, text: contract(number ?? title) },
    link: { to: '/contracts/$id', params: { id } } as const,
  }))
  const bookings = data?.bookings?.bookings
    .filter(({ hostIds }) => hostIds.includes(memberId))
    .map(({ id, name, start, delivery }) => ({
      ...{ id, at: delivery.at, text: booking(name) },
      link: { to: '/calendar', search: { date: start.slice(0, 10) } } as const,
    }))
  const members = data?.members?.members.map(({ id, name, delivery }) => ({
    ...{ id, at: delivery?.at ?? null, text: invitation(name) },
    link: { to: '/settings/members' } as const,
  }))
  return [...(contracts ?? []), ...(bookings ?? []), ...(members ?? [])]
    .flatMap((each) => (each.at === null ? [] : [{ ...each, at: each.at }]))
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}
