import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** Objects that the examples refer to. A test creates them and sends every example. */
const things = {
  token: createExampleId(23),
}

export const examples: Examples = {
  things,
  ids: { '/tokens': things.token },
  operations: {
    createToken: { body: { name: 'Auswertung', scope: 'read', expires_at: '2027-06-30T22:00:00Z' } },
  },
}
