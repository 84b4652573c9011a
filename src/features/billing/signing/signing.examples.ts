import type { Examples } from '#core/rest/openapi-examples'

/** What a link looks like; it leads nowhere. */
const token = '0f3QpLzX7cVb2NmK9sDhTgR4wYuE6iOaJxZq8vBn1MkC5lPeW0HtSyUdGjFrAo3I7'

/** Requests as they may be sent, by operation. */
export const examples: Examples = {
  things: {},
  ids: { '/public/sign': token },
  operations: {
    signDocument: { body: { name: 'Annette Kunde', signature: 'Annette Kunde' } },
    rejectDocument: { body: { reason: 'Der Termin passt uns nicht mehr.' } },
  },
}
