import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** What the examples are about. A test makes each of them and sends every example as it stands. */
const things = {
  eventType: createExampleId(60),
}

/** Requests as they may be sent, by operation. */
export const examples: Examples = {
  things,
  ids: { '/booking/event-types': things.eventType },
  operations: {
    createEventType: {
      body: {
        name: 'Erstgespräch',
        slug: 'erstgespraech',
        duration_minutes: 30,
        buffer_after_minutes: 15,
        maximum_days_ahead: 60,
        location: 'meet',
        questions: [{ key: 'vorhaben', label: 'Worum geht es?', kind: 'paragraph', required: true }],
      },
    },
    updateEventType: { body: { limit_per_day: 4 } },
  },
}
