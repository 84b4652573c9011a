import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** What the examples are about. A test makes each of them and sends every example as it stands. */
const things = {
  comment: createExampleId(8),
}

/** Requests as they may be sent, by operation. */
export const examples: Examples = {
  things,
  ids: { '/comments': things.comment },
  operations: {
    createComment: { body: { content: 'Der zweite Entwurf gefällt dem Kunden am besten.' } },
    updateComment: { body: { content: 'Der dritte Entwurf gefällt dem Kunden am besten.' } },
  },
}
