import { type Examples, exampleId } from '#core/rest/openapi-examples'

const things = { picture: exampleId(114) }

/** Requests as they may be sent, by operation. */
export const examples: Examples = {
  things,
  ids: {},
  operations: { getFilePreview: { parameters: { id: things.picture, size: 'small' } } },
}
