import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** Objects that the examples refer to. A test creates them and sends every example. */
const things = {
  webhook: createExampleId(21),
  delivery: createExampleId(22),
}

export const examples: Examples = {
  things,
  ids: { '/webhooks': things.webhook, '/webhooks/deliveries': things.delivery },
  operations: {
    createWebhook: {
      body: { url: 'https://example.com/kontor', events: ['invoice.paid', 'task.completed'], description: 'ERP' },
    },
    updateWebhook: { body: { events: ['*'] } },
    replayWebhook: { body: { since: '2026-11-20T00:00:00Z' } },
  },
}
