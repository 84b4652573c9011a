import DataLoader from 'dataloader'
import type { Reader, Role } from '#core/access/policy'
import { mayReadEvent, redactEventBody } from '#core/events/event-visibility'
import type { Services } from '#core/operation/services'
import type { ReceiverClient } from '#core/outbound/receiver-client'
import { attemptDelivery } from './attempt-delivery.ts'
import { type AttemptOutcome, evaluateAttempt } from './attempt-outcome.ts'
import { type ClaimedDelivery, claimDeliveries, failUnreadable, permitMs, returnPermits } from './claim-deliveries.ts'
import { disableWebhook, findDisableReason } from './disable-webhook.ts'
import { saveOutcomes } from './save-outcomes.ts'

export interface DispatcherServices extends Services {
  receiver: ReceiverClient
  retryBaseMs: number
  /** Rate limit of an organization, over all processes. */
  mostPerMinute: number
}

export interface QueueControl {
  /** False once the lock is lost or the dispatcher stops. */
  canSend(): boolean
  /** Called after a failed attempt, with the milliseconds until the next one. */
  retry(delay: number): void
}

const maxClaimed = 100

/**
 * Sends due deliveries of a webhook one by one in the order of their events. Each claim is as large as the number that the receiver
 * accepted in the last second. Outcomes are written during the next request, and all of them before the next claim.
 */
export async function runDeliveryQueue(
  services: DispatcherServices,
  organizationId: string,
  webhookId: string,
  keeper: QueueControl,
): Promise<void> {
  const saves = batchWrites((outcomes) => recordOutcomes(services, organizationId, webhookId, outcomes))
  let size = 1
  while (keeper.canSend()) {
    const began = performance.now()
    const claimed = await claimDeliveries(services.database, organizationId, webhookId, size, services.mostPerMinute)
    const [first] = claimed
    if (!first) return
    if (first.ownerRole === null) {
      await returnPermits(services.database, organizationId, claimed)
      return disableWebhook(services, organizationId, webhookId, 'owner_gone')
    }
    const readable = claimed.filter((delivery) => isReadable(services, delivery))
    const withheld = claimed.filter((delivery) => !readable.includes(delivery))
    await failUnreadable(services.database, organizationId, withheld)
    const written: Promise<void>[] = []
    try {
      for (const delivery of readable) {
        if (!keeper.canSend() || performance.now() - began > permitMs) break
        const outcome = evaluateAttempt(
          delivery,
          await attemptDelivery(services, limitToReadable(services, delivery)),
          services.retryBaseMs,
        )
        const saved = saves.load(outcome).then(() => {
          if (outcome.delay !== null) keeper.retry(outcome.delay)
        })
        saved.catch(() => {})
        written.push(saved)
      }
    } finally {
      await Promise.allSettled(written)
    }
    await returnPermits(services.database, organizationId, [...withheld, ...readable.slice(written.length)])
    await Promise.all(written)
    const perDelivery = (performance.now() - began) / Math.max(1, written.length)
    size = Math.max(1, Math.min(maxClaimed, size * 8, Math.floor(permitMs / perDelivery)))
  }
}

const toOwner = ({ ownerId, ownerRole }: ClaimedDelivery): Reader => ({ id: ownerId, role: ownerRole as Role })

const isReadable = (services: DispatcherServices, delivery: ClaimedDelivery) =>
  delivery.eventName === 'webhook.test' || mayReadEvent(services, toOwner(delivery), delivery.eventName)

/** Removes fields that the webhook's owner may not read. */
function limitToReadable(services: DispatcherServices, delivery: ClaimedDelivery): ClaimedDelivery {
  const { eventName, body } = delivery
  if (eventName === 'webhook.test') return delivery
  return { ...delivery, body: redactEventBody(services, toOwner(delivery), { name: eventName, body }) }
}

/** Collects outcomes while earlier ones are being written. */
function batchWrites(write: (outcomes: readonly AttemptOutcome[]) => Promise<void>): DataLoader<AttemptOutcome, void> {
  let writing = Promise.resolve()
  return new DataLoader<AttemptOutcome, void>(
    async (outcomes) => {
      const written = write(outcomes)
      writing = written.catch(() => {})
      await written
      return outcomes.map(() => undefined)
    },
    { cache: false, batchScheduleFn: (dispatch) => void writing.then(() => setImmediate(dispatch)) },
  )
}

async function recordOutcomes(
  services: DispatcherServices,
  organizationId: string,
  webhookId: string,
  outcomes: readonly AttemptOutcome[],
) {
  const health = await saveOutcomes(services.database, organizationId, webhookId, outcomes)
  const reason = findDisableReason(health, outcomes, services.clock.now())
  if (reason) await disableWebhook(services, organizationId, webhookId, reason)
}
