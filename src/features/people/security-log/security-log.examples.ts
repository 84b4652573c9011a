import { type Examples } from '#core/rest/openapi-examples'

export const examples: Examples = {
  things: {},
  ids: {},
  operations: {
    listSecurityLog: { parameters: { kind: 'sign_in_failed', from: '2026-10-01', to: '2026-12-31' } },
  },
}
