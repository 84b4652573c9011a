import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** What the examples are about. A test makes each of them and sends every example as it stands. */
export const things = {
  member: createExampleId(11),
}

/** Requests as they may be sent, by operation. */
export const examples: Examples = {
  things,
  ids: { '/members': things.member },
  operations: {
    createMember: { body: { name: 'Maren Kruse', email: 'maren@werkstatt.example', role: 'member', language: 'de' } },
    updateMember: { body: { role: 'accountant', timezone: 'Europe/Berlin' } },
  },
}
