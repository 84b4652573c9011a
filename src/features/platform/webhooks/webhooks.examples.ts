import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** What the examples are about. A test makes each of them and sends every example as it stands. */
const things = {
  webhook: createExampleId(21),
  delivery: createExampleId(22),
}

/** Requests as they may be sent, by operation. */
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
