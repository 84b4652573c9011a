import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** What the examples are about. A test makes each of them and sends every example as it stands. */
const things = {
  token: createExampleId(23),
}

/** Requests as they may be sent, by operation. */
export const examples: Examples = {
  things,
  ids: { '/tokens': things.token },
  operations: {
    createToken: { body: { name: 'Auswertung', scope: 'read', expires_at: '2027-06-30T22:00:00Z' } },
  },
}
