import type { Feature } from '#core/feature/feature'
import { touchDelivery } from '#core/mail/delivery'
import type { Context } from '#core/operation/context'
import { Member, memberMails } from './member.entity.ts'
import { MemberResolver, memberConstraints } from './member.resolver.ts'

import { examples } from './members.examples.ts'

export const feature = {
  name: 'members',
  entities: [Member],
  resolvers: [MemberResolver],
  constraints: memberConstraints,
  onUndelivered: Object.fromEntries(
    memberMails.map((kind) => [kind, (context: Context, id: string) => touchDelivery(context, Member, id)]),
  ),
  examples,
  fixture: () => import('./members.fixture.ts'),
} satisfies Feature
