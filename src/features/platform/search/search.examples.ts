import { type Examples } from '#core/rest/openapi-examples'

export const examples: Examples = {
  things: {},
  ids: {},
  operations: {
    search: { parameters: { q: 'Müller' } },
  },
}
