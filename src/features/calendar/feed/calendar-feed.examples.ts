import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** Ids of the example resources. A test creates them and sends every example. */
const things = {
  calendarFeed: createExampleId(91),
}

/** The format of a private URL; it is not valid. */
const token = '0f3QpLzX7cVb2NmK9sDhTgR4wYuE6iOaJxZq8vBn1MkC5lPeW0HtSyUdGjFrAo3I9'

/** Example requests by operation. */
export const examples: Examples = {
  things,
  ids: { '/calendar/feeds': things.calendarFeed, '/calendar/feed': token },
  operations: {
    createCalendarFeed: { body: { name: 'Telefon' } },
  },
}
