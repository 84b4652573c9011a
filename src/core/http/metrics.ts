import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { queryAllTenants } from '#core/database/cross-tenant'
import type { DatabaseMetric } from '#core/database/metric'
import { readTableSizes } from '#core/database/table-sizes'
import { unauthorized } from '#core/errors/problem'
import type { DiskSpace, DiskWatch } from '#core/runtime/disk-space'
import { getRoutePattern } from './request-log.ts'

/** Several scrapers cost no more than one. */
const cacheMs = 5_000

/** After this time the metrics of the process are returned without those of the database. */
const databaseTimeoutMs = 3_000

interface MetricsOptions {
  /** Bearer token of scrapers (`METRICS_TOKEN`). */
  token: string
  pool: Pool
  system: Pool
  metrics: readonly DatabaseMetric[]
  disk: Pick<DiskWatch, 'measure'>
  /** When the last backup was made; null if there is none. */
  lastBackup?: () => Promise<Date | null>
  /** When the sealing certificate expires; null if there is none. */
  certificateEnd?: () => Promise<Date | null>
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Prometheus metrics of the process, its requests and connections, and the database. */
export function mountMetrics(
  app: FastifyInstance,
  { token, pool, system, metrics, disk, lastBackup, certificateEnd }: MetricsOptions,
) {
  const expected = digest(`Bearer ${token}`)
  const registry = new Registry()
  const registers = [registry]
  // Ten times a second instead of a hundred, which would dominate the CPU time of an idle process.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 })
  measureRequests(app, registers)
  measureConnections(pool, registers)
  measureDisks(disk, registers)

  const up = new Gauge({ name: 'kontor_database_up', help: 'Whether the database answers.', registers })
  const tableBytes = new Gauge({
    name: 'kontor_table_bytes',
    help: 'Bytes of each table with its indexes and partitions, as of ten minutes ago at most.',
    labelNames: ['table'],
    registers,
  })
  const backupAge = new Gauge({
    name: 'kontor_backup_age_seconds',
    help: 'Seconds since the last complete backup in BACKUP_TO began; absent where there is none.',
    registers,
  })
  const certificateExpiry = new Gauge({
    name: 'kontor_certificate_expiry_timestamp_seconds',
    help: 'When the certificate for seals ends, in seconds since 1970; absent where there is none.',
    registers,
  })
  const gauges = metrics.map(({ name, help, labels = [], sql }) => ({
    labels,
    sql,
    gauge: new Gauge({ name, help, labelNames: [...labels], registers }),
  }))
  const poll = async () => {
    for (const { gauge, labels } of gauges) {
      gauge.reset()
      // `reset` leaves a 0 for metrics without labels; an unknown value should be absent.
      if (!labels.length) gauge.remove()
    }
    try {
      for (const { gauge, labels, sql } of gauges) {
        for (const row of await queryAllTenants<Record<string, string | number>>(system, sql))
          gauge.set(Object.fromEntries(labels.map((label) => [label, row[label] ?? ''])), Number(row.value))
      }
      up.set(1)
    } catch {
      up.set(0)
    }
    const [sizes, made, end] = await Promise.all([
      readTableSizes(system).catch(() => new Map<string, number>()),
      lastBackup?.().catch(() => null),
      certificateEnd?.().catch(() => null),
    ])
    tableBytes.reset()
    for (const [table, bytes] of sizes) tableBytes.set({ table }, bytes)
    if (made) backupAge.set((Date.now() - made.getTime()) / 1000)
    else backupAge.remove()
    if (end) certificateExpiry.set(end.getTime() / 1000)
    else certificateExpiry.remove()
  }
  let polled: { at: number; done: Promise<void> } | undefined
  app.get('/metrics', async ({ headers }, reply) => {
    if (!timingSafeEqual(digest(headers.authorization ?? ''), expected)) throw unauthorized()
    if (!polled || performance.now() - polled.at > cacheMs) polled = { at: performance.now(), done: poll() }
    const isDone = await Promise.race([polled.done.then(() => true), pause(databaseTimeoutMs, false, { ref: false })])
    if (!isDone) up.set(0)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function measureRequests(app: FastifyInstance, registers: Registry[]) {
  const requests = new Counter({
    name: 'kontor_http_requests_total',
    help: 'HTTP requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'kontor_http_request_duration_seconds',
    help: 'Seconds from the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = getRoutePattern(request)
    requests.inc({ method, route, status: reply.statusCode })
    duration.observe({ method, route }, reply.elapsedTime / 1000)
    done()
  })
}

function measureConnections(pool: Pool, registers: Registry[]) {
  new Gauge({
    name: 'kontor_database_connections',
    help: 'Connections of this process for operations, by what they do.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    },
  })
  new Gauge({
    name: 'kontor_database_waiting_operations',
    help: 'Operations of this process that wait for a connection.',
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
}

function measureDisks(disk: Pick<DiskWatch, 'measure'>, registers: Registry[]) {
  const figures: [name: string, help: string, of: keyof DiskSpace][] = [
    ['kontor_disk_free_bytes', 'Bytes that are free where DATA_DIR and the embedded database lie.', 'freeBytes'],
    ['kontor_disk_size_bytes', 'Bytes of the file systems of DATA_DIR and the embedded database.', 'bytes'],
    ['kontor_disk_free_inodes', 'Files that can still be made there.', 'freeInodes'],
    ['kontor_disk_inodes', 'Files that there can be; 0 where nothing limits them.', 'inodes'],
  ]
  for (const [name, help, of] of figures)
    new Gauge({
      name,
      help,
      labelNames: ['place'],
      registers,
      async collect() {
        this.reset()
        for (const [place, space] of await disk.measure()) this.set({ place }, space[of])
      },
    })
}
