import type { Feature } from '#core/feature/feature'
import { deliveryFailureHandlers } from '#core/mail/delivery'
import { Member, memberMailKinds } from './member.entity.ts'
import { MemberResolver, memberConstraints } from './member.resolver.ts'

import { examples } from './members.examples.ts'

export const feature = {
  name: 'members',
  entities: [Member],
  resolvers: [MemberResolver],
  constraints: memberConstraints,
  onUndelivered: deliveryFailureHandlers(memberMailKinds, {
    type: Member,
    ...{ name: { de: 'Zugang eines Mitglieds', en: 'account of a member' }, path: () => '/settings/members' },
  }),
  examples,
  fixture: () => import('./members.fixture.ts'),
} satisfies Feature
