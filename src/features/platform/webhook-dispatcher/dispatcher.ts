import type { Pool } from 'pg'
import { type DispatcherServices, runDeliveryQueue } from './delivery-queue.ts'
import { fanOutEvents } from './fan-out-events.ts'
import { limitTransactions } from './limit-transactions.ts'
import { findDueWebhooks, findOrganizationsWithNewEvents } from './pending-work.ts'
import { createQueueLocks } from './queue-locks.ts'

export interface Dispatcher {
  /** Stops after the current deliveries. */
  stop(): Promise<void>
}

const pollIntervals = { busy: 1_000, idle: 10_000 }
const notificationDelay = 25
/** Retries that are due sooner get a timer instead of waiting for polling. */
const shortRetry = 60_000

/**
 * Delivers events to webhooks. New events are announced by notifications; retries and the work of stopped processes are found by
 * polling. Each webhook has its own queue, locked by one process at a time, so that a slow receiver delays only itself.
 */
export async function startDispatcher(
  url: string,
  system: Pool,
  given: DispatcherServices,
  log: (error: unknown) => void,
): Promise<Dispatcher> {
  const share = Math.ceil(given.database.pool.options.max / 2)
  const services = { ...given, database: limitTransactions(given.database, share) }
  const locks = await createQueueLocks(url, log)
  const queues = new Map<string, Promise<void>>()
  const fanning = new Map<string, Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  let stopping = false

  const later = (delay: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, delay)
    timers.add(timer)
  }

  const openQueue = (organizationId: string, webhookId: string) => {
    if (stopping || queues.has(webhookId)) return
    const work = async () => {
      const lock = await locks.take(webhookId)
      if (!lock) return
      try {
        await runDeliveryQueue(services, organizationId, webhookId, {
          canSend: () => !stopping && lock.isHeld(),
          retry: (delay) => delay < shortRetry && later(delay + 1, () => openQueue(organizationId, webhookId)),
        })
      } finally {
        await lock.release()
      }
    }
    const ended = work()
      .catch(log)
      .finally(() => queues.delete(webhookId))
    queues.set(webhookId, ended)
  }

  const openQueues = async (organizationId: string | null) => {
    const waiting = await findDueWebhooks(system, organizationId)
    for (const { organizationId, webhookId } of waiting) openQueue(organizationId, webhookId)
    return waiting.length
  }

  /** Fans out an organization's new events and runs the queues. */
  const distribute = (organizationId: string) => {
    if (stopping || fanning.has(organizationId)) return
    const work = async () => {
      let more = true
      while (more && !stopping) {
        more = await fanOutEvents(services.database, organizationId)
        await openQueues(organizationId)
      }
    }
    const ended = work()
      .catch(log)
      .finally(() => fanning.delete(organizationId))
    fanning.set(organizationId, ended)
  }

  let polling = Promise.resolve()
  let clock: NodeJS.Timeout | undefined
  let pause = pollIntervals.busy
  const pollAfter = (milliseconds: number) => {
    pause = milliseconds
    clearTimeout(clock)
    if (!stopping) clock = setTimeout(poll, pause)
  }
  const poll = () => {
    const work = async () => {
      const organizations = await findOrganizationsWithNewEvents(system)
      for (const organizationId of organizations) distribute(organizationId)
      const found = organizations.length + (await openQueues(null))
      pollAfter(found ? pollIntervals.busy : Math.min(pause * 2, pollIntervals.idle))
    }
    polling = work().catch((error) => {
      log(error)
      pollAfter(pollIntervals.busy)
    })
  }

  /** Debounces notifications by organization. */
  const notified = new Set<string>()
  const unlisten = services.bus.onNotify((organizationId) => {
    if (notified.has(organizationId)) return
    notified.add(organizationId)
    if (pause > pollIntervals.busy) pollAfter(pollIntervals.busy)
    later(notificationDelay, () => {
      notified.delete(organizationId)
      distribute(organizationId)
    })
  })
  poll()

  return {
    async stop() {
      stopping = true
      unlisten()
      clearTimeout(clock)
      for (const timer of timers) clearTimeout(timer)
      await Promise.all([polling, ...fanning.values(), ...queues.values()])
      await services.receiver.close()
      await locks.close()
    },
  }
}
