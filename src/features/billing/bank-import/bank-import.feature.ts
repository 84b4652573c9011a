import type { Feature } from '#core/feature/feature'
import { BankImport, BankTransaction } from './bank-import.entity.ts'
import { examples } from './bank-import.examples.ts'
import { BankImportResolver } from './bank-import.resolver.ts'
import { importRoute } from './import.http.ts'

export const feature = {
  name: 'bank-import',
  entities: [BankImport, BankTransaction],
  resolvers: [BankImportResolver],
  bytes: [importRoute],
  examples,
  fixture: () => import('./bank-import.fixture.ts'),
} satisfies Feature
