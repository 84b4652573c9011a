import { Client, type Pool } from 'pg'
import type { Bus } from '../core/events/bus.ts'
import { claim, type DeliveryServices, deliver } from './deliver.ts'
import { fanOut } from './fan-out.ts'

export interface Dispatcher {
  /** Stops taking work and waits for the deliveries under way. */
  stop(): Promise<void>
}

/** One lock class for all dispatchers: whose number is held is alive. */
const workerLocks = 0x4b57
const lookEvery = 1_000
const gatherRings = 25
const sweepEvery = 5_000
const batch = 20

/**
 * Carries events to their receivers. Rings tell of new events at once; retries and what other processes left are found
 * by looking. Each subscription is a lane of its own, in the order of its events: a slow receiver delays itself alone.
 * A dispatcher's claims die with its connection, and any other takes them up.
 */
export async function startDispatcher(
  url: string,
  system: Pool,
  bus: Bus,
  services: DeliveryServices,
  log: (error: unknown) => void,
): Promise<Dispatcher> {
  const worker = Math.floor(Math.random() * 2 ** 31)
  const alive = new Client({ connectionString: url, application_name: 'kontor dispatcher' })
  alive.on('error', log)
  await alive.connect()
  await alive.query('select pg_advisory_lock($1, $2)', [workerLocks, worker])

  let stopping = false
  const lanes = new Map<string, Promise<void>>()
  /** Short retries are not waited for by looking. */
  const retries = new Set<NodeJS.Timeout>()
  const fanning = new Map<string, Promise<void>>()

  const retryIn = (delay: number, organizationId: string, webhookId: string) => {
    const timer = setTimeout(() => {
      retries.delete(timer)
      runLane(organizationId, webhookId)
    }, delay + 1)
    retries.add(timer)
  }

  /** Sends what is due of one subscription, until nothing is. */
  const runLane = (organizationId: string, webhookId: string) => {
    if (stopping || lanes.has(webhookId)) return
    const lane = (async () => {
      while (!stopping) {
        const due = await claim(services.database, organizationId, webhookId, worker, batch)
        if (!due.length) return
        for (const delivery of due) {
          if (stopping) return
          const delay = await deliver(services, organizationId, delivery)
          if (delay !== null && delay < lookEvery * 10) retryIn(delay, organizationId, webhookId)
        }
      }
    })()
    const ended = lane.catch(log).finally(() => lanes.delete(webhookId))
    lanes.set(webhookId, ended)
  }

  const distribute = (organizationId: string) => {
    if (stopping || fanning.has(organizationId)) return
    const work = (async () => {
      while (!stopping && (await fanOut(services.database, organizationId)));
      await lookFor(organizationId)
    })()
    fanning.set(
      organizationId,
      work.catch(log).finally(() => fanning.delete(organizationId)),
    )
  }

  /** Opens a lane for every subscription with something due. */
  const lookFor = async (organizationId: string | null) => {
    const { rows } = await system.query<{ organization_id: string; webhook_id: string }>(
      `select distinct organization_id, webhook_id from webhook_deliveries
       where status = 'pending' and next_attempt_at <= now() and claimed_by is null
         and ($1::uuid is null or organization_id = $1)`,
      [organizationId],
    )
    for (const { organization_id, webhook_id } of rows) runLane(organization_id, webhook_id)
  }

  const look = async () => {
    const { rows } = await system.query<{ organization_id: string }>(
      `select s.organization_id from event_sequences s
       left join webhook_cursors c on c.organization_id = s.organization_id
       where s.last > coalesce(c.sequence, 0)`,
    )
    for (const { organization_id } of rows) distribute(organization_id)
    await lookFor(null)
  }

  /** Frees what dispatchers that are gone had claimed: their locks went with their connections. */
  const sweep = () =>
    system.query(
      `update webhook_deliveries set claimed_by = null where claimed_by is not null and claimed_by not in
       (select objid::int from pg_locks where locktype = 'advisory' and classid = $1 and objsubid = 2 and granted)`,
      [workerLocks],
    )

  await sweep()
  /** Rings of one organization within a moment are one look. */
  const ringing = new Map<string, NodeJS.Timeout>()
  const unlisten = bus.onRing((organizationId) => {
    if (ringing.has(organizationId)) return
    const look = () => {
      ringing.delete(organizationId)
      distribute(organizationId)
    }
    ringing.set(organizationId, setTimeout(look, gatherRings))
  })
  const timers = [setInterval(() => look().catch(log), lookEvery), setInterval(() => sweep().catch(log), sweepEvery)]
  look().catch(log)

  return {
    async stop() {
      stopping = true
      unlisten()
      for (const timer of [...timers, ...ringing.values(), ...retries]) clearTimeout(timer)
      await Promise.all([...fanning.values(), ...lanes.values()])
      await alive.end()
    },
  }
}
