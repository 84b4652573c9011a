import { createExampleId, type Examples } from '#core/rest/openapi-examples'

export const exampleOrganizationName = 'Kontor Werkstatt'

export const examples: Examples = {
  things: { namedOrganization: createExampleId(721) },
  ids: {},
  operations: { endOrganization: { body: { name: exampleOrganizationName }, needs: ['namedOrganization'] } },
}
