import { countAttempt } from '#core/access/attempt-limiter'
import { operateAsSystem } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { readAccount } from '#features/people/members/account'
import { queueAccountMail } from '#features/people/members/account.mail'
import type { Membership } from '#features/people/members/member-emails'

/** Mails a member that somebody is guessing their password or code, at most every 15 minutes. */
export async function mailGuessingWarning(services: Services, { organizationId, memberId }: Membership): Promise<void> {
  const { database, clock } = services
  const { retryAfter } = await countAttempt(
    database.pool,
    { key: `warned of guesses ${memberId}`, maxAttempts: 1 },
    clock.now(),
  )
  if (retryAfter) return
  await operateAsSystem(services, organizationId, async (context) => {
    const account = await readAccount(context, memberId)
    if (account) await queueAccountMail(context, 'guessed', account)
  })
}
