import { countAttempt } from '#core/access/attempt-limiter'
import { toRateLimitNetwork } from '#core/access/network'
import { operateAsSystem } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import type { Language } from '#core/text/language'
import { foldAddress } from '#core/text/mail-address'
import { readAccount } from '#features/people/members/account'
import { queueAccountMail } from '#features/people/members/account.mail'
import { createAccountLink } from '#features/people/members/account-link'
import { findMemberships, type Membership } from '#features/people/members/member-emails'

/** Requests in 15 minutes, per network and per address. */
const requestLimits = { ofNetwork: 20, ofAccount: 3 }

/** Mails a link for each organization of the address. Returns the seconds to wait after too many requests. */
export async function requestPasswordReset(
  services: Services,
  { email, address, language }: { email: string; address: string; language: Language | null },
): Promise<number | null> {
  const { database, clock, secrets } = services
  const count = (of: string, maxAttempts: number) =>
    countAttempt(database.pool, { key: secrets.sign(of, 'password resets'), maxAttempts }, clock.now())
  const { retryAfter } = await count(`network ${toRateLimitNetwork(address)}`, requestLimits.ofNetwork)
  if (retryAfter) return retryAfter
  // An error would disclose that the address exists.
  if ((await count(`account ${foldAddress(email).toLowerCase()}`, requestLimits.ofAccount)).retryAfter) return null
  for (const membership of await findMemberships(database.pool, email)) await mailLink(services, membership, language)
  return null
}

const mailLink = (services: Services, { organizationId, memberId }: Membership, language: Language | null) =>
  operateAsSystem(services, organizationId, async (context) => {
    const account = await readAccount(context, memberId, language)
    if (account)
      await queueAccountMail(context, 'passwordReset', account, {
        url: createAccountLink(services, services.clock, 'passwordReset', account),
      })
  })
