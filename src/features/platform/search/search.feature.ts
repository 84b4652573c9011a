import type { Feature } from '#core/feature/feature'
import { examples } from './search.examples.ts'
import { SearchResolver } from './search.resolver.ts'

export const feature = {
  name: 'search',
  resolvers: [SearchResolver],
  examples,
} satisfies Feature
