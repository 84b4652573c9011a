import type { Feature } from '#core/feature/feature'
import { ReceivablesReportResolver } from './receivables-report.resolver.ts'
import { examples } from './reports.examples.ts'
import { RevenueReportResolver } from './revenue-report.resolver.ts'
import { timeCsvRoute } from './time-csv.http.ts'
import { TimeReportResolver } from './time-report.resolver.ts'
import { VatReportResolver, VatReportRowResolver } from './vat-report.resolver.ts'

export const feature = {
  name: 'reports',
  resolvers: [
    TimeReportResolver,
    RevenueReportResolver,
    ReceivablesReportResolver,
    VatReportResolver,
    VatReportRowResolver,
  ],
  bytes: [timeCsvRoute],
  examples,
} satisfies Feature
