import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { appRole } from '#core/database/app-role'
import type { Transaction } from '#core/database/transaction'
import type { Bus } from '#core/events/bus'
import { getTraceHeaders, traceRootSpan, traceSpan } from '#core/runtime/tracing'
import { snakeCase } from '#core/text/naming'
import { createPriorityIndex, highestPriority, type JobOrigin, nextPriority } from './job-priority.ts'

/** `name` is the queue's. */
export interface JobKind<Data extends object> {
  name: string
  /** Errors cause a retry with growing pauses; after the last one the job has failed. */
  run(data: Data, attempt?: Attempt): Promise<unknown>
  /** Five-field cron expression in Berlin time. */
  cron?: string
  /** Parallel jobs per process; 1 by default. */
  concurrency?: number
  /** Parallel jobs per organization over all processes, exceeded by at most two that start at once; no limit by default. */
  maxPerOrganization?: number
  /** 20 by default. */
  retries?: number
}

interface Attempt {
  isLast: boolean
}

export interface JobOptions {
  afterSeconds?: number
  /** `service` by default. */
  origin?: JobOrigin
  /** Gives it the highest priority. */
  isAwaited?: boolean
}

/**
 * Jobs are enqueued in the transaction of the change. Each kind and origin serves organizations in rotation, so that many jobs of one
 * delay no other.
 */
export interface Jobs {
  enqueue<Data extends object>(transaction: Transaction, kind: string, data: Data, options?: JobOptions): Promise<void>
  /** Makes the workers of all processes poll at once. */
  wake(kind: string): void
  /** Starts workers in this process. */
  work(): Promise<void>
  stop(): Promise<void>
}

// Retries start after 5 s and back off for about a day. Jobs of a killed process are taken over 10 s after its last heartbeat.
const queueOptions = {
  retryLimit: 20,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 7200,
  expireInSeconds: 120,
  heartbeatSeconds: 10,
}
const superviseEvery = { superviseIntervalSeconds: 10, monitorIntervalSeconds: 10 }

// Commits notify every process; polling finds missed notifications and due retries. Cron jobs may be half a minute late.
const pollEverySeconds = 10
// Scheduled jobs may work for many organizations.
const expireInSeconds = 3600
const cronEvery = { cronMonitorIntervalSeconds: 30, cronWorkerIntervalSeconds: 30, flowIntervalSeconds: 60 }

/** Connects as the owner, since pg-boss's tables have no tenants: jobs carry ids only. */
export async function createJobs(
  url: string,
  system: Pool,
  bus: Bus,
  kinds: readonly JobKind<never>[],
  log: Logger,
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'kontor jobs',
    max: 3,
    schema: 'pgboss',
    ...superviseEvery,
    ...cronEvery,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'))
  await boss.start()
  for (const { name } of kinds) if (!(await boss.getQueue(name))) await boss.createQueue(name, queueOptions)
  // Concurrent grants on one table fail, so processes wait for each other.
  await system.query(
    `select pg_advisory_xact_lock(hashtextextended('grants of pgboss', 0));
     grant usage on schema pgboss to ${appRole};
     grant select, insert, update on all tables in schema pgboss to ${appRole};
     grant execute on all functions in schema pgboss to ${appRole};
     ${createPriorityIndex}`,
  )
  const workers = new Map<string, string[]>()
  const wake = (kind: string) => {
    for (const worker of workers.get(kind) ?? []) boss.notifyWorker(worker)
  }
  const stopListening = bus.onWake(wake)
  return {
    wake: (kind) => bus.wake(kind),
    async enqueue(transaction, kind, data, { afterSeconds = 0, origin = 'service', isAwaited = false } = {}) {
      const db = {
        executeSql: async (text: string, values: unknown[] = []) => ({
          rows: await transaction.writeReturning<object>({ text, values }),
        }),
      }
      const retries = kinds.find(({ name }) => name === kind)?.retries
      await traceSpan(
        () => ({ name: `send ${kind}`, kind: 'producer', attributes: messagingOf('send', kind) }),
        async () =>
          boss.send(
            kind,
            { ...data, ...getTraceHeaders() },
            {
              db,
              startAfter: afterSeconds,
              ...(isAwaited
                ? { priority: highestPriority }
                : {
                    group: { id: transaction.organizationId, tier: origin },
                    priority: await nextPriority(transaction, kind, origin),
                  }),
              ...(retries !== undefined && { retryLimit: retries }),
            },
          ),
      )
    },
    async work() {
      for (const kind of kinds) {
        // One call each, because only the first worker of a shared call can be notified.
        const { name, concurrency = 1, maxPerOrganization: groupConcurrency } = kind
        const options = {
          batchSize: 1,
          pollingIntervalSeconds: pollEverySeconds,
          groupConcurrency,
          includeMetadata: true as const,
        }
        const begin = () =>
          boss.work(name, options, async ([job]) => {
            if (!job) return
            // There may be more: poll again at once.
            wake(name)
            await logged(log, kind, job)
          })
        workers.set(name, await Promise.all(Array.from({ length: concurrency }, begin)))
        if (kind.cron) await boss.schedule(name, kind.cron, {}, { tz: 'Europe/Berlin', expireInSeconds })
      }
    },
    async stop() {
      stopListening()
      // Unfinished jobs are returned to the queue.
      await boss.stop({ graceful: true, timeout: 4_000 })
    },
  }
}

/** Creates pg-boss's tables and the queues in a new database. */
export async function createQueues(url: string, names: Iterable<string>): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'kontor jobs',
    max: 1,
    schema: 'pgboss',
    supervise: false,
    schedule: false,
  })
  await boss.start()
  try {
    for (const name of names) if (!(await boss.getQueue(name))) await boss.createQueue(name, queueOptions)
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** Logs a job's result and ids, and rethrows errors for the retry. */
async function logged(
  log: Logger,
  kind: JobKind<never>,
  { id, data: given, retryCount, retryLimit }: { id: string; data: unknown; retryCount: number; retryLimit: number },
) {
  const { traceparent, ...data } = (given ?? {}) as { traceparent?: string; organizationId?: string }
  const began = performance.now()
  const line = () => ({
    job: kind.name,
    job_id: id,
    duration_ms: Math.round(performance.now() - began),
    ...idsOf(data),
  })
  try {
    await traceRootSpan(
      () => ({
        name: `process ${kind.name}`,
        kind: 'consumer',
        attributes: {
          ...messagingOf('process', kind.name),
          'messaging.message.id': id,
          ...(data.organizationId && { 'kontor.organization.id': data.organizationId }),
        },
      }),
      traceparent,
      () => kind.run(data as never, { isLast: retryCount >= retryLimit }),
    )
  } catch (error) {
    log.error({ ...line(), err: error }, 'job failed')
    throw error
  }
  log.info(line(), 'job done')
}

const messagingOf = (type: 'send' | 'process', kind: string) => ({
  'messaging.system': 'pg-boss',
  'messaging.operation.type': type,
  'messaging.destination.name': kind,
})

const idsOf = (data: unknown) =>
  Object.fromEntries(
    Object.entries(data ?? {})
      .filter(([name]) => name.endsWith('Id'))
      .map(([name, id]) => [snakeCase(name), id]),
  )
