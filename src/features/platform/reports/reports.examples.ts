import { type Examples } from '#core/rest/openapi-examples'

export const examples: Examples = {
  things: {},
  ids: {},
  operations: {
    getRevenueReport: { parameters: { from: '2026-01-01', to: '2026-12-31' } },
    getTimeReport: { parameters: { from: '2026-01-01', to: '2026-01-31' } },
    getTimeReportCsv: { parameters: { from: '2026-01-01', to: '2026-01-31' } },
    getVatReport: { parameters: { from: '2026-01-01', to: '2026-03-31' } },
  },
}
