import type { Feature } from '#core/feature/feature'
import { mountLogos } from './guest-page/logo.http.ts'
import { warnNearMailLimit } from './mail-limit-notice.ts'
import { NumberingResolver } from './numbering.resolver.ts'
import { Organization } from './organization.entity.ts'
import { OrganizationResolver } from './organization.resolver.ts'

import { examples } from './organizations.examples.ts'

export const feature = {
  name: 'organizations',
  entities: [Organization],
  resolvers: [OrganizationResolver, NumberingResolver],
  mount: mountLogos,
  jobs: ({ services, system }) => [
    { name: 'mail-limits', cron: '*/5 * * * *', run: () => warnNearMailLimit(services(), system) },
  ],
  examples,
  demo: async () => (await import('./organization.demo.ts')).organizationDemo,
} satisfies Feature
