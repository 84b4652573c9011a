import { createExampleId, type Examples } from '#core/rest/openapi-examples'

const things = { upload: createExampleId(116) }

/** Example requests are headers only. */
export const examples: Examples = { things, ids: { '/storage/uploads': things.upload }, operations: {} }
