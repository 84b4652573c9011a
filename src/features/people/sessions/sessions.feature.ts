import type { Feature } from '#core/feature/feature'
import { SessionResolver } from './session.resolver.ts'

export const feature = {
  name: 'sessions',
  resolvers: [SessionResolver],
} satisfies Feature
