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

/** While there is something to find, and where there has been nothing for a while. */
const lookEvery = { busy: 1_000, idle: 10_000 }
const gatherRings = 25
/** Retries sooner than this are not left to the look. */
const shortRetry = 60_000

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
    const waiting = await waitingWebhooks(system, organizationId)
    for (const lane of waiting) openLane(lane.organizationId, lane.webhookId)
    return waiting.length
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

  let looking = Promise.resolve()
  let clock: NodeJS.Timeout | undefined
  let pause = lookEvery.busy
  const lookAfter = (milliseconds: number) => {
    pause = milliseconds
    clearTimeout(clock)
    if (!stopping) clock = setTimeout(look, pause)
  }
  const look = () => {
    const work = async () => {
      const organizations = await withNewEvents(system)
      for (const organizationId of organizations) distribute(organizationId)
      const found = organizations.length + (await openLanes(null))
      lookAfter(found ? lookEvery.busy : Math.min(pause * 2, lookEvery.idle))
    }
    looking = work().catch((error) => {
      log(error)
      lookAfter(lookEvery.busy)
    })
  }

  /** Rings of one organization within a moment are one look. */
  const ringing = new Set<string>()
  const unlisten = services.bus.onRing((organizationId) => {
    if (ringing.has(organizationId)) return
    ringing.add(organizationId)
    if (pause > lookEvery.busy) lookAfter(lookEvery.busy)
    later(gatherRings, () => {
      ringing.delete(organizationId)
      distribute(organizationId)
    })
  })
  look()

  return {
    async stop() {
      stopping = true
      unlisten()
      clearTimeout(clock)
      for (const timer of timers) clearTimeout(timer)
      await Promise.all([looking, ...fanning.values(), ...lanes.values()])
      await services.receiver.close()
      await locks.close()
    },
  }
}
