import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** Ids of the example resources. A test creates them and sends every example. */
const things = {
  eventType: createExampleId(60),
}

/** Example requests by operation. */
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
