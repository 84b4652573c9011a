import type { Feature } from '#core/feature/feature'
import { AccountingResolver } from './accounting.resolver.ts'
import { accountingRoute } from './export.http.ts'

export const feature = {
  name: 'accounting',
  resolvers: [AccountingResolver],
  bytes: [accountingRoute],
} satisfies Feature
