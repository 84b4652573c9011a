import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** The name of the organization that the example ends. */
export const exampleOrganizationName = 'Kontor Werkstatt'

/** Requests as they may be sent, by operation. */
export const examples: Examples = {
  things: { namedOrganization: createExampleId(721) },
  ids: {},
  operations: { endOrganization: { body: { name: exampleOrganizationName }, needs: ['namedOrganization'] } },
}
