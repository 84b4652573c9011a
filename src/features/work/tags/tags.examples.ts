import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** Resources of the examples. A test creates them and sends every example. */
export const things = {
  tag: createExampleId(10),
}

/** Example requests by operation. */
export const examples: Examples = {
  things,
  ids: { '/tags': things.tag },
  operations: {
    createTag: { body: { name: 'Gestaltung', color: '#8250df' } },
    updateTag: { body: { name: 'Design' } },
  },
}
