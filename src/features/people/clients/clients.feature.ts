import type { Feature } from '#core/feature/feature'
import { Client } from './client.entity.ts'
import { clients } from './client.policy.ts'
import { ClientResolver, clientConstraints } from './client.resolver.ts'
import { ClientImportResolver } from './client-import.resolver.ts'

import { examples } from './clients.examples.ts'

export const feature = {
  name: 'clients',
  entities: [Client],
  resolvers: [ClientResolver, ClientImportResolver],
  constraints: clientConstraints,
  readable: { Client: clients.read },
  searchable: [{ kind: 'client', table: 'clients', permission: clients.read }],
  examples,
  demo: async () => (await import('./client.demo.ts')).clientDemo,
  fixture: () => import('./clients.fixture.ts'),
} satisfies Feature
