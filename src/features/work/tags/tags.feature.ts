import type { Feature } from '#core/feature/feature'
import { Tag } from './tag.entity.ts'
import { TagResolver, tagConstraints } from './tag.resolver.ts'

import { examples } from './tags.examples.ts'

export const feature = {
  name: 'tags',
  entities: [Tag],
  resolvers: [TagResolver],
  constraints: tagConstraints,
  examples,
  demo: async () => (await import('./tag.demo.ts')).tagDemo,
  fixture: () => import('./tags.fixture.ts'),
} satisfies Feature
