import { type Examples } from '#core/rest/openapi-examples'

/** Requests as they may be sent, by operation. */
export const examples: Examples = {
  things: {},
  ids: {},
  operations: {
    listSecurityLog: { parameters: { kind: 'sign_in_failed', from: '2026-10-01', to: '2026-12-31' } },
  },
}
