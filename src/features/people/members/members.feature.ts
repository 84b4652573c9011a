import type { Feature } from '#core/feature/feature'
import { Member } from './member.entity.ts'
import { MemberResolver, memberConstraints } from './member.resolver.ts'

import { examples } from './members.examples.ts'

export const feature = {
  name: 'members',
  entities: [Member],
  resolvers: [MemberResolver],
  constraints: memberConstraints,
  examples,
  fixture: () => import('./members.fixture.ts'),
} satisfies Feature
