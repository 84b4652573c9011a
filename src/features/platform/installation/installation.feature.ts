import type { Feature } from '#core/feature/feature'
import { InstallationResolver } from './installation.resolver.ts'

export const feature = {
  name: 'installation',
  resolvers: [InstallationResolver],
} satisfies Feature
