import 'reflect-metadata'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { mountAccentStylesheets } from '#core/http/accent-stylesheets'
import { contentEtag, isNotModified } from '#core/http/entity-tags'
import { mountBounceWebhook } from '#core/mail/bounces'
import type { Config } from './config.ts'
import { createAdmissionCache } from './core/access/admission.ts'
import { createClientAddressReader } from './core/access/network.ts'
import { createRateLimiter, deleteExpiredRateWindows, rateLimitFactors } from './core/access/rate-limiter.ts'
import { createTokenRights } from './core/access/token-rights.ts'
import { createTokenUseTracker } from './core/access/token-use-tracker.ts'
import { assertWritable, createPool, isDistributed, type Timeouts } from './core/database/connection.ts'
import { connectDatabase } from './core/database/database.ts'
import { truncateLog } from './core/database/embedded/limit-log.ts'
import { newerMigrations } from './core/database/migrate.ts'
import { createMissingPartitions, isLockTimeout, rotatePartitions } from './core/database/partitions.ts'
import { countedTables, createRowQuota } from './core/database/row-quota.ts'
import { createBus } from './core/events/bus.ts'
import { createEventTails } from './core/events/event-tails.ts'
import { checkCatalog } from './core/feature/check-catalog.ts'
import { checkEventResources, checkRoutes, collectJobs, composeFeatures, type Worker } from './core/feature/feature.ts'
import { createDocumentCache, newDocumentWeightPerRequest } from './core/graphql/document-cache.ts'
import { mountGraphql } from './core/graphql/http.ts'
import { makeRootFieldsNullable } from './core/graphql/related-resources.ts'
import { createSchema } from './core/graphql/schema.ts'
import { mountSocket } from './core/graphql/socket.ts'
import { mountGuide } from './core/http/guide.ts'
import { mountHealth } from './core/http/health.ts'
import { idempotencyKeysTable } from './core/http/idempotency.ts'
import { limitLargeResponses } from './core/http/large-responses.ts'
import { mountMetrics } from './core/http/metrics.ts'
import { basePath } from './core/http/path.ts'
import { mountSecurityContact } from './core/http/security-contact.ts'
import { createServer } from './core/http/server.ts'
import { mountWebApp } from './core/http/web-app.ts'
import { createJobs } from './core/jobs/jobs.ts'
import { jobMetrics } from './core/jobs/metrics.ts'
import { mailMetrics } from './core/mail/metrics.ts'
import { removeOldMails } from './core/mail/outbox.ts'
import { createMailJob, expireOldMails } from './core/mail/queue.ts'
import { createMailTransport } from './core/mail/transport.ts'
import { undeliveredMails } from './core/mail/undelivered-mails.ts'
import { createNotices } from './core/operation/notices.ts'
import { SearchResultKind } from './core/operation/searchable-table.ts'
import type { Services } from './core/operation/services.ts'
import { mountBytes } from './core/rest/bytes.ts'
import { createOpenApiDocument } from './core/rest/openapi.ts'
import { createRepresent } from './core/rest/represent.ts'
import { generateRestRoutes, mountRest } from './core/rest/routes.ts'
import { deriveRestSchema, type RestSchema } from './core/rest/schema.ts'
import { createDiskWatch, getDiskPaths, type MeasureDisk } from './core/runtime/disk-space.ts'
import { createResponseMemory } from './core/runtime/response-memory.ts'
import { createKeyRingReader, createSecrets } from './core/runtime/secret-key.ts'
import { startTracing } from './core/runtime/tracing.ts'
import { createStorage } from './core/storage/storage.ts'
import { createThreads } from './core/threads/threads.ts'
import { type Clock, systemClock } from './core/time/clock.ts'
import { readCertificateExpiry } from './documents/seal/certificate.ts'
import { createSeals } from './documents/seal/seals.ts'
import { declareEvents } from './events.ts'
import { createBookingLimits } from './features/calendar/bookings/guest-limits.ts'
import { createCalendarServers } from './features/calendar/connections/calendar-servers.ts'
import { createMeetingProvider } from './features/calendar/meeting/meeting.ts'
import { defaultTiming, type LiveTiming } from './features/content/live/live-timing.ts'
import { createInstallationSetup, type FillWithDemoData } from './features/people/organizations/installation-setup.ts'
import { createLastBackupReader } from './features/platform/backups/check-backups.ts'
import { createInspector } from './features/platform/installation/inspector.ts'
import { features } from './features.ts'

const parts = composeFeatures(features)
declareEvents(parts.events)

/** The routes that take or answer bytes. */
export const byteRoutes = parts.bytes

/** What the OpenAPI document shows as examples. */
export const { examples } = parts

/** What the composition needs from outside: the settings, a migrated database, and what tests replace. */
export interface AppOptions {
  config: Config
  databaseUrl: string
  log: Logger
  clock?: Clock
  /** Mails nobody: what would be mailed is forgotten. */
  isSilent?: boolean
  /** How the first organization is filled with the data of the demo; not offered without. */
  fillWithDemo?: FillWithDemoData
  livePace?: LiveTiming
  measureDisk?: MeasureDisk
}

export interface App {
  server: FastifyInstance
  services: Services
  /** Works as the owner, over all organizations: for the clock, the dispatcher and commands alone. */
  system: Pool
  /** Begins to run jobs and to deliver webhooks. */
  work(): Promise<void>
  /** Finishes what is under way, then lets everything go. */
  close(): Promise<void>
}

interface Schemas {
  schema: GraphQLSchema
  rest: RestSchema
}
let schemas: Schemas | undefined

/** The GraphQL schema of all features, and the REST facade derived from it: one for the process, as what is compiled for it. */
export const createSchemas = (): Schemas => (schemas ??= deriveSchemas())

function deriveSchemas(): Schemas {
  for (const { kind } of parts.searchable) SearchResultKind[kind] = kind
  const schema = createSchema(parts.resolvers)
  // REST answers a refusal by its status: its types stay as they are declared.
  const rest = deriveRestSchema(schema)
  makeRootFieldsNullable(schema)
  checkEventResources(parts, rest.rows)
  checkRoutes([...generateRestRoutes(rest).map(({ route }) => route), ...byteRoutes])
  return { schema, rest }
}

/** The OpenAPI document of the REST facade, for a server at `publicUrl`. */
export const describeRest = (rest: RestSchema, publicUrl: string) =>
  createOpenApiDocument(
    { routes: generateRestRoutes(rest).map(({ route }) => route), bytes: byteRoutes, rows: rest.rows },
    publicUrl,
    parts.examples,
  )

/** What lies in DATA_DIR and would grow without end. */
async function cleanDataDirectory({ dataDir, databaseUrl, outboxRetentionDays: days }: Config, clock: Clock) {
  if (days) await removeOldMails(join(dataDir, 'outbox'), days, clock.now())
  if (!databaseUrl) await truncateLog(dataDir)
}

/** What is done over all organizations takes longer than what a request may; without an end a server that hangs would hold it up. */
const systemTimeouts: Timeouts = { statementTimeoutMs: 60_000, lockTimeoutMs: 60_000, waitTimeoutMs: 10_000 }

/** Composes the service on a migrated database; nothing listens or works yet. */
export async function createApp({
  config,
  databaseUrl,
  log,
  clock = systemClock,
  isSilent = false,
  fillWithDemo,
  livePace = defaultTiming,
  measureDisk,
}: AppOptions): Promise<App> {
  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  const system = createPool(databaseUrl, 'system', 4, systemTimeouts)
  const stopTracing = await startTracing(config.tracing, log)
  const responseMemory = createResponseMemory()
  const timeouts = {
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    lockTimeoutMs: config.databaseLockTimeoutMs,
    waitTimeoutMs: config.databaseWaitTimeoutMs,
  }
  const { databasePoolSize: poolSize } = config
  const options = { poolSize, isDistributed: await isDistributed(system), timeouts, responseMemory }
  const database = await connectDatabase(config.databaseAppUrl ?? databaseUrl, parts.entities, options)
  const tables = [...database.orm.getMetadata().getAll().values()].filter(({ abstract }) => !abstract)
  const partitioned = [...parts.partitioned, idempotencyKeysTable]
  const newer = await newerMigrations(system)
  if (newer.length)
    log.warn({ migrations: newer }, 'a newer version has migrated this database; this one still runs on it')
  await checkCatalog(
    system,
    tables.map(({ tableName }) => tableName),
    parts.constraints,
    partitioned.map(({ table }) => table),
    newer.length > 0,
  )
  // A backup may hold the tables for long: the default partition takes what has no other until the job has made it.
  await createMissingPartitions(system, partitioned, new Date()).catch((error) => {
    if (!isLockTimeout(error)) throw error
    warn('partitions')(error)
  })
  const bus = await createBus(databaseUrl, database.pool, warn('notifications'))
  const { schema, rest } = createSchemas()
  const secrets = createSecrets(createKeyRingReader(config))
  const transport = createMailTransport(config.mail, join(config.dataDir, 'outbox'))
  const environment = { services: () => services, system, databaseUrl, schema, config, log }
  const jobs = await createJobs(
    databaseUrl,
    system,
    bus,
    collectJobs(features, environment, [
      createMailJob(() => services, transport, config.mailFrom),
      { name: 'old-mails', cron: '30 * * * *', run: () => expireOldMails(services, system) },
      { name: 'data-directory', cron: '50 * * * *', run: () => cleanDataDirectory(config, clock) },
      { name: 'forget', cron: '20 * * * *', run: () => deleteExpiredRateWindows(system) },
      { name: 'partitions', cron: '40 * * * *', run: () => rotatePartitions(system, partitioned, new Date()) },
    ]),
    log,
  )
  const threads = createThreads()
  const storage = await createStorage(config.s3, join(config.dataDir, 'files'), {
    publicUrl: config.publicUrl,
    sign: (text) => secrets.sign(text, 'files'),
  })
  const disk = await createDiskWatch(
    getDiskPaths(config),
    () => Promise.all([assertWritable(system), storage.check()]),
    measureDisk,
  )
  const services: Services = {
    database,
    admissionCache: createAdmissionCache(),
    bus,
    clock,
    isSilent,
    livePace,
    jobs,
    readable: parts.readable,
    hiddenFields: parts.hiddenFields,
    eventData: parts.eventData,
    searchable: parts.searchable,
    signable: parts.signable,
    onDelete: parts.onDelete,
    onUndelivered: parts.onUndelivered,
    notices: createNotices(
      [undeliveredMails, ...parts.notices],
      parts.installationNotices,
      { config, clock, system },
      warn('notices'),
    ),
    receivers: { allowPrivateCidrs: config.webhookAllowPrivateCidrs ?? [] },
    publicUrl: config.publicUrl,
    storageQuota: config.storageQuotaBytes,
    mailLimit: config.mailLimitPerHour,
    rowQuota: createRowQuota(config.rowQuota, countedTables(tables)),
    constraints: parts.constraints,
    represent: createRepresent(rest),
    tokenRights: createTokenRights(database),
    rateLimiter: createRateLimiter(database.pool, {
      token: config.apiRateLimitPerMinute,
      address: config.publicRateLimitPerMinute,
    }),
    tokenUses: createTokenUseTracker(database, clock, warn('last uses')),
    getClientAddress: createClientAddressReader(config.trustProxy ?? []),
    secrets,
    installationSetup: createInstallationSetup(system, secrets, fillWithDemo ?? null),
    storage,
    disk,
    inspector: createInspector(config, { system, storage, clock, disk }),
    eventTails: createEventTails(database, bus, warn('tail')),
    threads,
    seals: await createSeals(config, { threads, clock, log }),
    meetings: createMeetingProvider(config),
    bookingLimits: createBookingLimits(config),
    calendarServers: createCalendarServers({ allowPrivateCidrs: config.webhookAllowPrivateCidrs ?? [] }, threads),
    responseMemory,
    log,
  }

  const server = createServer(services, log, config)
  limitLargeResponses(server, services)
  mountRest(server, services, rest, byteRoutes)
  mountBytes(server, services, rest, byteRoutes)
  for (const { mount } of features) mount?.(server, services)
  let described: Promise<Buffer> | undefined
  let specificationTag: string | undefined
  /** Written when it is asked for first: a start has other things to do. */
  const specification = () =>
    (described ??= describeRest(rest, config.publicUrl).then((document) => Buffer.from(JSON.stringify(document))))
  server.get(`${basePath}/openapi.json`, { config: { isPublic: true } }, async (_request, reply) => {
    const bytes = await specification()
    specificationTag ??= contentEtag(bytes)
    return isNotModified(reply, specificationTag) ? reply.send() : reply.type('application/json').send(bytes)
  })
  mountAccentStylesheets(server)
  mountGuide(server, {
    publicUrl: config.publicUrl,
    rates: {
      token: config.apiRateLimitPerMinute,
      member: config.apiRateLimitPerMinute * rateLimitFactors.member,
      organization: config.apiRateLimitPerMinute * rateLimitFactors.organization,
      documents: config.apiRateLimitPerMinute * newDocumentWeightPerRequest.member,
      address: config.publicRateLimitPerMinute,
    },
    quotas: { rows: config.rowQuota, bytes: config.storageQuotaBytes, mails: config.mailLimitPerHour },
    subscriptions: Object.keys(schema.getSubscriptionType()?.getFields() ?? {}).sort(),
    specification,
  })
  mountWebApp(server, config.s3 ? new URL(config.s3.endpoint).origin : undefined)
  mountBounceWebhook(server, services)
  mountHealth(server, database.pool, disk)
  if (config.securityContact)
    mountSecurityContact(server, { contact: config.securityContact, publicUrl: config.publicUrl, clock })
  if (config.metricsToken)
    mountMetrics(server, {
      token: config.metricsToken,
      pool: database.pool,
      system,
      disk,
      lastBackup: createLastBackupReader(config),
      certificateEnd: () => readCertificateExpiry(config),
      metrics: [...jobMetrics, ...mailMetrics, ...parts.metrics],
    })
  const prepare = createDocumentCache(schema, config.apiRateLimitPerMinute)
  await mountGraphql(server, services, schema, prepare, log)
  mountSocket(server, services, schema, prepare, log)

  let workers: Worker[] = []
  return {
    server,
    services,
    system,
    async work() {
      await jobs.work()
      workers = await Promise.all(features.flatMap(({ worker }) => worker?.(environment) ?? []))
    },
    async close() {
      server.isLeaving = true
      await pause(config.stopGraceMs)
      await Promise.all([server.close(), ...workers.map((worker) => worker.stop())])
      services.eventTails.close()
      await jobs.stop()
      await services.tokenUses.stop()
      await services.threads.close()
      await services.calendarServers.close()
      transport.close()
      await bus.close()
      await database.close()
      await system.end()
      await stopTracing()
    },
  }
}
