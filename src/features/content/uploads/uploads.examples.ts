import { createExampleId, type Examples } from '#core/rest/openapi-examples'

const things = { upload: createExampleId(116) }

/** Requests as they may be sent, by operation: what they send stands in their headers. */
export const examples: Examples = { things, ids: { '/storage/uploads': things.upload }, operations: {} }
