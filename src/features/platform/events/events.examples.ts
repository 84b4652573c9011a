import { type Examples } from '#core/rest/openapi-examples'

/** Requests as they may be sent, by operation. */
export const examples: Examples = {
  things: {},
  ids: {},
  operations: {
    listEvents: { parameters: { names: ['invoice.sent', 'invoice.paid'], per_page: 100 } },
  },
}
