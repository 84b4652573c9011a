import type { Pool } from 'pg'
import { fanOut } from './fan-out.ts'
import { inTurns } from './in-turns.ts'
import { type LaneServices, runLane } from './lane.ts'
import { createLaneLocks } from './lane-locks.ts'
import { waitingWebhooks, withNewEvents } from './look.ts'

export interface Dispatcher {
  /** Stops taking work and waits for the deliveries under way. */
  stop(): Promise<void>
}

const lookEvery = 1_000
const gatherRings = 25
/** Retries sooner than this are not left to the look. */
const shortRetry = 10_000

/**
 * Carries events to their receivers. Rings tell of new events at once; retries and what other processes left are found
 * by looking. Each webhook is a lane of its own, held by one process at a time: a slow receiver delays itself alone, and
 * a lane whose process is gone is free.
 */
export async function startDispatcher(
  url: string,
  system: Pool,
  given: LaneServices,
  log: (error: unknown) => void,
): Promise<Dispatcher> {
  const share = Math.ceil(given.database.pool.options.max / 2)
  const services = { ...given, database: inTurns(given.database, share) }
  const locks = await createLaneLocks(url, log)
  const lanes = new Map<string, Promise<void>>()
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

  const openLane = (organizationId: string, webhookId: string) => {
    if (stopping || lanes.has(webhookId)) return
    const work = async () => {
      const lane = await locks.take(webhookId)
      if (!lane) return
      try {
        await runLane(services, organizationId, webhookId, {
          open: () => !stopping && lane.held(),
          retry: (delay) => delay < shortRetry && later(delay + 1, () => openLane(organizationId, webhookId)),
        })
      } finally {
        await lane.free()
      }
    }
    const ended = work()
      .catch(log)
      .finally(() => lanes.delete(webhookId))
    lanes.set(webhookId, ended)
  }

  const openLanes = async (organizationId: string | null) => {
    for (const waiting of await waitingWebhooks(system, organizationId))
      openLane(waiting.organizationId, waiting.webhookId)
  }

  /** Turns an organization's new events into deliveries and sends them off. */
  const distribute = (organizationId: string) => {
    if (stopping || fanning.has(organizationId)) return
    const work = async () => {
      let more = true
      while (more && !stopping) {
        more = await fanOut(services.database, organizationId)
        await openLanes(organizationId)
      }
    }
    const ended = work()
      .catch(log)
      .finally(() => fanning.delete(organizationId))
    fanning.set(organizationId, ended)
  }

  let looking: Promise<void> | undefined
  const look = () => {
    const work = async () => {
      for (const organizationId of await withNewEvents(system)) distribute(organizationId)
      await openLanes(null)
    }
    looking ??= work()
      .catch(log)
      .finally(() => {
        looking = undefined
      })
  }

  /** Rings of one organization within a moment are one look. */
  const ringing = new Set<string>()
  const unlisten = services.bus.onRing((organizationId) => {
    if (ringing.has(organizationId)) return
    ringing.add(organizationId)
    later(gatherRings, () => {
      ringing.delete(organizationId)
      distribute(organizationId)
    })
  })
  const clock = setInterval(look, lookEvery)
  look()

  return {
    async stop() {
      stopping = true
      unlisten()
      clearInterval(clock)
      for (const timer of timers) clearTimeout(timer)
      await Promise.all([looking, ...fanning.values(), ...lanes.values()])
      await services.receiver.close()
      await locks.close()
    },
  }
}
