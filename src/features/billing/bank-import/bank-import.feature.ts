import type { Feature } from '#core/feature/feature'
import { BankImport, BankTransaction } from './bank-import.entity.ts'
import { examples } from './bank-import.examples.ts'
import { importPaymentsRoute } from './bank-import.http.ts'
import { BankImportResolver } from './bank-import.resolver.ts'

export const feature = {
  name: 'bank-import',
  entities: [BankImport, BankTransaction],
  resolvers: [BankImportResolver],
  bytes: [importPaymentsRoute],
  examples,
  fixture: () => import('./bank-import.fixture.ts'),
} satisfies Feature
