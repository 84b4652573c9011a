import type { Feature } from '#core/feature/feature'
import { AccountResolver } from './account.resolver.ts'
import { ConfirmIdentityResolver } from './confirm-identity.resolver.ts'
import { FirstRunResolver } from './first-run.resolver.ts'
import { outdatedRecoveryCodeNotices } from './outdated-recovery-codes.ts'
import { PasskeyResolver } from './passkey.resolver.ts'
import { passkeyConstraints } from './passkeys.ts'
import { SecondFactorResolver } from './second-factor.resolver.ts'
import { SessionResolver } from './session.resolver.ts'

export const feature = {
  name: 'sessions',
  resolvers: [
    SessionResolver,
    ConfirmIdentityResolver,
    AccountResolver,
    FirstRunResolver,
    SecondFactorResolver,
    PasskeyResolver,
  ],
  constraints: passkeyConstraints,
  notices: [outdatedRecoveryCodeNotices],
} satisfies Feature
