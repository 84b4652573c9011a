import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { appRole } from '#core/database/app-role'
import type { Transaction } from '#core/database/transaction'
import type { Bus } from '#core/events/bus'
import { getTraceHeaders, traceRootSpan, traceSpan } from '#core/runtime/tracing'
import { snakeCase } from '#core/text/naming'
import { createPriorityIndex, highestPriority, type JobOrigin, nextPriority } from './job-priority.ts'

/** A kind of job: its queue's name, and what is done with one. */
export interface JobKind<Data extends object> {
  name: string
  /** Throwing makes it run again later, with growing pauses; after the last try the job is failed. */
  run(data: Data, attempt?: Attempt): Promise<unknown>
  /** Five-field cron expression in Berlin time, for jobs that come by the clock. */
  cron?: string
  /** How many a process runs side by side; one unless said. */
  concurrency?: number
  /** How many of one organization run side by side over all processes, give or take two that begin at once; no limit unless said. */
  maxPerOrganization?: number
  /** How often it is tried again; twenty times unless said. */
  retries?: number
}

interface Attempt {
  isLast: boolean
}

export interface JobOptions {
  afterSeconds?: number
  /** Whose line of the organization it stands in; that of the service unless said. */
  origin?: JobOrigin
  /** Whether somebody waits for it: then it stands in no line. */
  isAwaited?: boolean
}

/**
 * Work that follows a commit: enqueued in its transaction, so that neither exists without the other. Organizations have
 * theirs done in turns, of each kind and origin: who enqueues many waits for them, and nobody else does.
 */
export interface Jobs {
  enqueue<Data extends object>(transaction: Transaction, kind: string, data: Data, options?: JobOptions): Promise<void>
  /** Says that a job of this kind was just committed: the workers of all processes poll at once. */
  wake(kind: string): void
  /** Begins to work; without it jobs wait for a process that does. */
  work(): Promise<void>
  stop(): Promise<void>
}

// A job that fails is tried again after 5 s, then later and later, for about a day. One whose process was killed is
// taken up by another as soon as its heartbeat has been missing for 10 s.
const queueOptions = {
  retryLimit: 20,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 7200,
  expireInSeconds: 120,
  heartbeatSeconds: 10,
}
const superviseEvery = { superviseIntervalSeconds: 10, monitorIntervalSeconds: 10 }

// The commit of a job is notified to every process; what nobody was notified of, and what is due again, is found by
// polling. Jobs by cron may be half a minute late.
const pollEverySeconds = 10
// One that comes by the clock may have many organizations to work for.
const expireInSeconds = 3600
const cronEvery = { cronMonitorIntervalSeconds: 30, cronWorkerIntervalSeconds: 30, flowIntervalSeconds: 60 }

/** pg-boss, as the owner. Its tables belong to no tenant: jobs carry ids, never content. */
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
  // Two grants at once on one table fail: those of processes that start together wait for each other.
  await system.query(
    `select pg_advisory_xact_lock(hashtextextended('grants of pgboss', 0));
     grant usage on schema pgboss to ${appRole};
     grant select, insert, update on all tables in schema pgboss to ${appRole};
     grant execute on all functions in schema pgboss to ${appRole};
     ${createPriorityIndex}`,
  )
  const workers = new Map<string, string[]>()
  /** Any of them may be at work: all look. */
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
        // One call for each: of those that share a call, only the first can be notified.
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
            // Where there was one there may be more: the next poll follows at once.
            wake(name)
            await logged(log, kind, job)
          })
        workers.set(name, await Promise.all(Array.from({ length: concurrency }, begin)))
        if (kind.cron) await boss.schedule(name, kind.cron, {}, { tz: 'Europe/Berlin', expireInSeconds })
      }
    },
    async stop() {
      stopListening()
      // A job that is not done by then is given back, to be taken up elsewhere.
      await boss.stop({ graceful: true, timeout: 4_000 })
    },
  }
}

/** Makes the tables of jobs and these queues in a new database. */
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

/** Runs a job and says how it went, with the ids it carries; what it throws is thrown on, so that it runs again. */
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
