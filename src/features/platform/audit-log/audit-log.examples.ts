import { type Examples } from '#core/rest/openapi-examples'

/** Requests as they may be sent, by operation. */
export const examples: Examples = {
  things: {},
  ids: {},
  operations: {
    listAuditLog: { parameters: { action: 'organization.updated', from: '2026-01-01', to: '2026-12-31' } },
  },
}
