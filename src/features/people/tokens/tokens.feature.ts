import { concurrentChange } from '#core/errors/database-error'
import type { Feature } from '#core/feature/feature'
import { Token } from './token.entity.ts'
import { TokenResolver } from './token.resolver.ts'

import { examples } from './tokens.examples.ts'

export const feature = {
  name: 'tokens',
  entities: [Token],
  resolvers: [TokenResolver],
  constraints: { tokens_hash_key: concurrentChange },
  examples,
  fixture: () => import('./tokens.fixture.ts'),
} satisfies Feature
