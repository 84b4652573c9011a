import type { Examples } from '#core/rest/openapi-examples'

/** Example requests by operation. */
export const examples: Examples = {
  things: {},
  ids: {},
  operations: {
    getHolidays: { parameters: { from: '2026-12-01', to: '2026-12-31', region: 'DE-HH' } },
  },
}
