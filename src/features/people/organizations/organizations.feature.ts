import type { Feature } from '#core/feature/feature'
import { Organization } from './organization.entity.ts'
import { OrganizationResolver } from './organization.resolver.ts'

import { examples } from './organizations.examples.ts'

export const feature = {
  name: 'organizations',
  entities: [Organization],
  resolvers: [OrganizationResolver],
  examples,
  demo: async () => (await import('./organization.demo.ts')).organizationDemo,
} satisfies Feature
