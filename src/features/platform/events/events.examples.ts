import { type Examples } from '#core/rest/openapi-examples'

export const examples: Examples = {
  things: {},
  ids: {},
  operations: {
    listEvents: { parameters: { names: ['invoice.sent', 'invoice.paid'], per_page: 100 } },
  },
}
