import type { Feature } from '#core/feature/feature'
import { AccountingResolver } from './accounting.resolver.ts'
import { accountingExportRoute } from './export.http.ts'

export const feature = {
  name: 'accounting',
  resolvers: [AccountingResolver],
  bytes: [accountingExportRoute],
} satisfies Feature
