import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** Resources of the examples. A test creates them and sends every example. */
const things = {
  comment: createExampleId(8),
}

/** Example requests by operation. */
export const examples: Examples = {
  things,
  ids: { '/comments': things.comment },
  operations: {
    createComment: { body: { content: 'Der zweite Entwurf gefällt dem Kunden am besten.' } },
    updateComment: { body: { content: 'Der dritte Entwurf gefällt dem Kunden am besten.' } },
  },
}
