import type { Feature } from '#core/feature/feature'
import { mountInvitationPage } from './invitation.page.ts'
import { InvitationResolver } from './invitation.resolver.ts'

export const feature = {
  name: 'invitations',
  resolvers: [InvitationResolver],
  mount: mountInvitationPage,
} satisfies Feature
