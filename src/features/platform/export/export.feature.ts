import type { Feature } from '#core/feature/feature'
import { organizationExportRoute } from './export.http.ts'
import { OrganizationExportResolver } from './export.resolver.ts'

export const feature = {
  name: 'export',
  resolvers: [OrganizationExportResolver],
  bytes: [organizationExportRoute],
} satisfies Feature
