import type { Feature } from '#core/feature/feature'
import { mailOwnersNearMailLimit } from './mail-limit.mail.ts'
import { NumberingResolver } from './numbering.resolver.ts'
import { Organization } from './organization.entity.ts'
import { OrganizationResolver } from './organization.resolver.ts'

import { examples } from './organizations.examples.ts'

export const feature = {
  name: 'organizations',
  entities: [Organization],
  resolvers: [OrganizationResolver, NumberingResolver],
  jobs: ({ services, system }) => [
    { name: 'mail-limits', cron: '*/5 * * * *', run: () => mailOwnersNearMailLimit(services(), system) },
  ],
  examples,
  demo: async () => (await import('./organization.demo.ts')).organizationDemo,
} satisfies Feature
