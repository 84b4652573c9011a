import DataLoader from 'dataloader'
import type { Reader, Role } from '#core/access/policy'
import { mayReadEvent, redactEventBody } from '#core/events/event-visibility'
import type { Services } from '#core/operation/services'
import type { ReceiverClient } from '#core/outbound/receiver-client'
import { attempt } from './attempt.ts'
import { type Claimed, claim, giveBack, permitMs, withhold } from './claim.ts'
import { disableWebhook, failsForGood } from './disable-webhook.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { saveOutcomes } from './save-outcomes.ts'

export interface DispatcherServices extends Services {
  receiver: ReceiverClient
  retryBaseMs: number
  /** Deliveries of one organization that may leave in a minute, over all processes. */
  mostPerMinute: number
}

/** What a queue asks of the dispatcher that runs it. */
export interface QueueKeeper {
  /** False once the lock is lost or the dispatcher stops: nothing more may leave. */
  open(): boolean
  /** An attempt failed and is due again in so many milliseconds. */
  retry(delay: number): void
}

const mostClaimed = 100

/**
 * Sends what is due of one webhook, one after the other in the order of its events, until nothing is or nothing may
 * leave. What is claimed at once is what the receiver took in the second before; outcomes are written beside the next
 * call, and all of them before the next claim.
 */
export async function runDeliveryQueue(
  services: DispatcherServices,
  organizationId: string,
  webhookId: string,
  keeper: QueueKeeper,
): Promise<void> {
  const saves = gathered((outcomes) => recordOutcomes(services, organizationId, webhookId, outcomes))
  let size = 1
  while (keeper.open()) {
    const began = performance.now()
    const claimed = await claim(services.database, organizationId, webhookId, size, services.mostPerMinute)
    const [first] = claimed
    if (!first) return
    if (first.ownerRole === null) {
      await giveBack(services.database, organizationId, claimed)
      return disableWebhook(services, organizationId, webhookId, 'owner_gone')
    }
    const readable = claimed.filter((delivery) => isReadable(services, delivery))
    const withheld = claimed.filter((delivery) => !readable.includes(delivery))
    await withhold(services.database, organizationId, withheld)
    const written: Promise<void>[] = []
    try {
      for (const delivery of readable) {
        if (!keeper.open() || performance.now() - began > permitMs) break
        const outcome = outcomeOf(
          delivery,
          await attempt(services, asReadable(services, delivery)),
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
    await giveBack(services.database, organizationId, [...withheld, ...readable.slice(written.length)])
    await Promise.all(written)
    const perDelivery = (performance.now() - began) / Math.max(1, written.length)
    size = Math.max(1, Math.min(mostClaimed, size * 8, Math.floor(permitMs / perDelivery)))
  }
}

const ownerOf = ({ ownerId, ownerRole }: Claimed): Reader => ({ id: ownerId, role: ownerRole as Role })

/** Whether the owner of the webhook may read what is to be delivered. */
const isReadable = (services: DispatcherServices, delivery: Claimed) =>
  delivery.eventName === 'webhook.test' || mayReadEvent(services, ownerOf(delivery), delivery.eventName)

/** A delivery with what its owner may read of it. */
function asReadable(services: DispatcherServices, delivery: Claimed): Claimed {
  const { eventName, body } = delivery
  if (eventName === 'webhook.test') return delivery
  return { ...delivery, body: redactEventBody(services, ownerOf(delivery), { name: eventName, body }) }
}

/** Writes the outcomes that gather while the ones before are being written, together. */
function gathered(write: (outcomes: readonly Outcome[]) => Promise<void>): DataLoader<Outcome, void> {
  let writing = Promise.resolve()
  return new DataLoader<Outcome, void>(
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
  outcomes: readonly Outcome[],
) {
  const health = await saveOutcomes(services.database, organizationId, webhookId, outcomes)
  const reason = failsForGood(health, outcomes, services.clock.now())
  if (reason) await disableWebhook(services, organizationId, webhookId, reason)
}
