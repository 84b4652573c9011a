import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** Ids of the example resources. A test creates them and sends every example. */
const things = {
  absence: createExampleId(96),
}

/** Example requests by operation. */
export const examples: Examples = {
  things,
  ids: { '/absences': things.absence },
  operations: {
    listAbsences: { parameters: { from: '2026-12-01', to: '2026-12-31' } },
    createAbsence: {
      body: { kind: 'vacation', starts_on: '2026-12-21', ends_on: '2027-01-03', note: 'Vertretung: Jan' },
    },
    updateAbsence: { body: { starts_on: '2026-12-23', ends_on: '2026-12-23', half_day: true, half: 'afternoon' } },
  },
}
