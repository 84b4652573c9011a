import type { Feature } from '#core/feature/feature'
import { AccountResolver } from './account.resolver.ts'
import { FirstRunResolver } from './first-run.resolver.ts'
import { SessionResolver } from './session.resolver.ts'

export const feature = {
  name: 'sessions',
  resolvers: [SessionResolver, AccountResolver, FirstRunResolver],
} satisfies Feature
