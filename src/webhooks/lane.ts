import DataLoader from 'dataloader'
import type { ReceiverClient } from '../core/outbound/receiver-client.ts'
import type { Services } from '../core/services.ts'
import { attempt } from './attempt.ts'
import { claim, giveBack, permitMs } from './claim.ts'
import { disableWebhook, failsForGood } from './disable-webhook.ts'
import { mark } from './mark.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

export interface LaneServices extends Services {
  receiver: ReceiverClient
  retryBaseMs: number
  /** Deliveries of one organization that may leave in a minute, over all processes. */
  mostPerMinute: number
}

/** What a lane asks of the dispatcher that runs it. */
export interface LaneKeeper {
  /** False once the lane is lost or the dispatcher stops: nothing more may leave. */
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
export async function runLane(
  services: LaneServices,
  organizationId: string,
  webhookId: string,
  keeper: LaneKeeper,
): Promise<void> {
  const marks = gathered((outcomes) => writeOutcomes(services, organizationId, webhookId, outcomes))
  let size = 1
  while (keeper.open()) {
    const began = performance.now()
    const claimed = await claim(services.database, organizationId, webhookId, size, services.mostPerMinute)
    if (!claimed.length) return
    const written: Promise<void>[] = []
    try {
      for (const delivery of claimed) {
        if (!keeper.open() || performance.now() - began > permitMs) break
        const outcome = outcomeOf(delivery, await attempt(services, delivery), services.retryBaseMs)
        const marked = marks.load(outcome).then(() => {
          if (outcome.delay !== null) keeper.retry(outcome.delay)
        })
        marked.catch(() => {})
        written.push(marked)
      }
    } finally {
      await Promise.allSettled(written)
    }
    await Promise.all(written)
    await giveBack(services.database, organizationId, claimed.slice(written.length))
    const perDelivery = (performance.now() - began) / Math.max(1, written.length)
    size = Math.max(1, Math.min(mostClaimed, size * 8, Math.floor(permitMs / perDelivery)))
  }
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

async function writeOutcomes(
  services: LaneServices,
  organizationId: string,
  webhookId: string,
  outcomes: readonly Outcome[],
) {
  const health = await mark(services.database, organizationId, webhookId, outcomes)
  const reason = failsForGood(health, outcomes, services.clock.now())
  if (reason) await disableWebhook(services, organizationId, webhookId, reason)
}
