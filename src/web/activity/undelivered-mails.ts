import type { NotificationsQuery } from '#schema/web/graphql'
import { messages } from './activity.messages.ts'

/** An undelivered mail about a record that has no event for it. */
export interface UndeliveredMail {
  id: string
  at: string
  text: string
  link: { to: '/contracts/$id'; params: { id: string } } | { to: '/calendar'; search: { date: string } }
}

/** For members who get no notices: undelivered mails about contracts and the user's own bookings, newest first. */
export function listUndeliveredMails(data: NotificationsQuery | undefined, memberId: string): UndeliveredMail[] {
  const { contract, booking } = messages.undelivered
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
  return [...(contracts ?? []), ...(bookings ?? [])]
    .flatMap((each) => (each.at === null ? [] : [{ ...each, at: each.at }]))
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}
