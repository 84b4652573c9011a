import type { Feature } from '#core/feature/feature'
import { deliveryFailureHandlers } from '#core/mail/delivery'
import { ClientContractsResolver } from './client-contracts.resolver.ts'
import { Contract, contractMailKinds } from './contract.entity.ts'
import { contractDocumentRoutes } from './contract.http.ts'
import { contracts } from './contract.policy.ts'
import { ContractContentResolver, ContractResolver, contractConstraints } from './contract.resolver.ts'
import { ContractPreviewResolver } from './contract-preview.resolver.ts'
import { examples } from './contracts.examples.ts'
import { detachQuoteFromContracts } from './detach-quote.ts'
import { signableContract } from './signable-contract.ts'

export const feature = {
  name: 'contracts',
  entities: [Contract],
  resolvers: [ContractResolver, ContractContentResolver, ContractPreviewResolver, ClientContractsResolver],
  constraints: contractConstraints,
  readable: { Contract: contracts.read },
  searchable: [{ kind: 'contract', table: 'contracts', permission: contracts.read }],
  signable: [signableContract],
  bytes: contractDocumentRoutes,
  onUndelivered: deliveryFailureHandlers(contractMailKinds, {
    type: Contract,
    ...{ name: { de: 'Vertrag', en: 'contract' }, path: (id) => `/contracts/${id}` },
  }),
  onDelete: { Quote: detachQuoteFromContracts },
  examples,
  demo: async () => (await import('./contract.demo.ts')).contractDemo,
  fixture: () => import('./contracts.fixture.ts'),
} satisfies Feature
