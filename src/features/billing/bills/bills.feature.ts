import type { Feature } from '#core/feature/feature'
import { readBillRoute } from './bill.http.ts'
import { BillResolver } from './bill.resolver.ts'
import { examples } from './bills.examples.ts'

export const feature = {
  name: 'bills',
  resolvers: [BillResolver],
  bytes: [readBillRoute],
  examples,
  fixture: () => import('./bills.fixture.ts'),
} satisfies Feature
