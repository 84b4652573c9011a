import { type Examples } from '#core/rest/openapi-examples'

export const examples: Examples = {
  things: {},
  ids: {},
  operations: {
    listAuditLog: { parameters: { action: 'organization.updated', from: '2026-01-01', to: '2026-12-31' } },
  },
}
