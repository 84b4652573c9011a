import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** What the examples are about. A test makes each of them and sends every example as it stands. */
export const things = {
  tag: createExampleId(10),
}

/** Requests as they may be sent, by operation. */
export const examples: Examples = {
  things,
  ids: { '/tags': things.tag },
  operations: {
    createTag: { body: { name: 'Gestaltung', color: '#8250df' } },
    updateTag: { body: { name: 'Design' } },
  },
}
