import { insertSecurityEvent, type SecurityEvent } from '#core/access/security-event'
import type { Context } from '#core/operation/context'
import type { Services } from '#core/operation/services'
import { describeDevice } from './describe-device.ts'

/** Adds an entry with network and device of the request, in the transaction of the operation. */
export function recordSecurityEvent(
  context: Context,
  event: Pick<SecurityEvent, 'kind' | 'memberId' | 'name'>,
): Promise<unknown> {
  const { organizationId, sender, caller, clock } = context
  const actorId = caller && caller.id !== event.memberId ? caller.id : null
  const { address } = sender
  return context.write(
    insertSecurityEvent(
      organizationId,
      { ...event, actorId, address, device: describeDevice(sender.userAgent) },
      clock.now(),
    ),
  )
}

/** Adds an entry in a transaction of its own, because that of the operation is rolled back. */
export async function recordFailedAttempt(
  { database, clock }: Services,
  organizationId: string,
  { userAgent, ...event }: Pick<SecurityEvent, 'kind' | 'memberId' | 'address'> & { userAgent: string },
): Promise<void> {
  const entry = insertSecurityEvent(organizationId, { ...event, device: describeDevice(userAgent) }, clock.now())
  await database.tenant(organizationId, (transaction) => transaction.write(entry))
}
