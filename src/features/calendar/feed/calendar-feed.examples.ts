import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** What the examples are about. A test makes each of them and sends every example as it stands. */
const things = {
  calendarFeed: createExampleId(91),
}

/** What a private address looks like; it leads nowhere. */
const token = '0f3QpLzX7cVb2NmK9sDhTgR4wYuE6iOaJxZq8vBn1MkC5lPeW0HtSyUdGjFrAo3I9'

/** Requests as they may be sent, by operation. */
export const examples: Examples = {
  things,
  ids: { '/calendar/feeds': things.calendarFeed, '/calendar/feed': token },
  operations: {
    createCalendarFeed: { body: { name: 'Telefon' } },
  },
}
