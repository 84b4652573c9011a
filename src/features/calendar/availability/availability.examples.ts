import type { Examples } from '#core/rest/openapi-examples'

/** Example requests by operation. */
export const examples: Examples = {
  things: {},
  ids: {},
  operations: {
    updateAvailability: {
      body: {
        timezone: 'Europe/Berlin',
        weekly: [
          { weekday: 1, start: '09:00', end: '12:30' },
          { weekday: 1, start: '13:30', end: '17:00' },
          { weekday: 4, start: '10:00', end: '18:00' },
        ],
        overrides: [
          { date: '2026-12-24', closed: true },
          { date: '2026-12-28', start: '10:00', end: '14:00' },
        ],
      },
    },
  },
}
