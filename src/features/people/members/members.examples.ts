import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** Objects that the examples refer to. A test creates them and sends every example. */
export const things = {
  member: createExampleId(11),
}

export const examples: Examples = {
  things,
  ids: { '/members': things.member },
  operations: {
    createMember: { body: { name: 'Maren Kruse', email: 'maren@werkstatt.example', role: 'member', language: 'de' } },
    updateMember: { body: { role: 'accountant', timezone: 'Europe/Berlin' } },
  },
}
