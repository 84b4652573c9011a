import type { Examples } from '#core/rest/openapi-examples'

/** Well-formed, but leads nowhere. */
const token = '0f3QpLzX7cVb2NmK9sDhTgR4wYuE6iOaJxZq8vBn1MkC5lPeW0HtSyUdGjFrAo3I7'

export const examples: Examples = {
  things: {},
  ids: { '/public/sign': token },
  operations: {
    signDocument: { body: { name: 'Annette Kunde', signature: 'Annette Kunde' } },
    rejectDocument: { body: { reason: 'Der Termin passt uns nicht mehr.' } },
  },
}
