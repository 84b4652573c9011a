import 'reflect-metadata'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { assistantJob } from './assistant/assistant.job.ts'
import { Client } from './clients/client.entity.ts'
import { clients } from './clients/client.policy.ts'
import { ClientResolver, clientConstraints } from './clients/client.resolver.ts'
import { Comment } from './comments/comment.entity.ts'
import { comments } from './comments/comment.policy.ts'
import { CommentResolver, commentConstraints } from './comments/comment.resolver.ts'
import { TaskCommentsResolver } from './comments/task-comments.resolver.ts'
import type { Config } from './config.ts'
import { createAdmissions } from './core/access/admission.ts'
import { createAddressOf } from './core/access/network.ts'
import { createRateCounter, forgetWindows } from './core/access/rate.ts'
import { createRights } from './core/access/rights.ts'
import { createPool } from './core/database/connection.ts'
import { connect } from './core/database/database.ts'
import { createBus } from './core/events/bus.ts'
import { EventResolver } from './core/events/event.resolver.ts'
import { createTails } from './core/events/tail.ts'
import { detachRootFields } from './core/graphql/edges.ts'
import { mountGraphql } from './core/graphql/http.ts'
import { createSchema } from './core/graphql/schema.ts'
import { mountSocket } from './core/graphql/socket.ts'
import { mountDocs } from './core/http/docs.ts'
import { mountGuide } from './core/http/guide.ts'
import { mountHealth } from './core/http/health.ts'
import { mountMetrics } from './core/http/metrics.ts'
import { createServer } from './core/http/server.ts'
import { createJobs } from './core/jobs/jobs.ts'
import { mailJob } from './core/mail/queue.ts'
import { createMailTransport } from './core/mail/transport.ts'
import { createReceiverClient } from './core/outbound/receiver-client.ts'
import { forgetKeys } from './core/rest/idempotency.ts'
import { openApiDocument } from './core/rest/openapi.ts'
import { createRepresent } from './core/rest/represent.ts'
import { basePath, mountRest, restRoutes } from './core/rest/routes.ts'
import { deriveRestSchema, type RestSchema } from './core/rest/schema.ts'
import { createSecrets, secretKey } from './core/secret-key.ts'
import type { Services } from './core/services.ts'
import { createStorage } from './core/storage/storage.ts'
import { createThreads } from './core/threads/threads.ts'
import { type Clock, systemClock } from './core/time/clock.ts'
import { examples } from './examples.ts'
import { figures } from './figures.ts'
import { mountDownloads } from './files/download.http.ts'
import { File } from './files/file.entity.ts'
import { FileResolver } from './files/file.resolver.ts'
import { Folder } from './files/folder.entity.ts'
import { FolderResolver, folderConstraints } from './files/folder.resolver.ts'
import { removeObjectJob } from './files/stored-object.ts'
import { mountUpload, uploadRoute } from './files/upload.http.ts'
import { ClientCreditResolver } from './invoices/client-credit.resolver.ts'
import { ClientInvoicesResolver } from './invoices/client-invoices.resolver.ts'
import { ClientRefund } from './invoices/client-refund.entity.ts'
import { Invoice } from './invoices/invoice.entity.ts'
import { invoiceDocuments, mountInvoiceDocuments } from './invoices/invoice.http.ts'
import { invoices } from './invoices/invoice.policy.ts'
import { InvoiceResolver, invoiceConstraints } from './invoices/invoice.resolver.ts'
import { InvoiceChangesResolver } from './invoices/invoice-changes.resolver.ts'
import { InvoiceEdgesResolver } from './invoices/invoice-edges.resolver.ts'
import { markOverdue } from './invoices/overdue.ts'
import { Payment } from './invoices/payment.entity.ts'
import { PaymentResolver } from './invoices/payment.resolver.ts'
import { removeOrphans } from './invoices/remove-orphans.ts'
import { Member } from './members/member.entity.ts'
import { MemberResolver, memberConstraints } from './members/member.resolver.ts'
import { Organization } from './organizations/organization.entity.ts'
import { OrganizationResolver } from './organizations/organization.resolver.ts'
import { BoardResolver } from './projects/board.resolver.ts'
import { ClientProjectsResolver } from './projects/client-projects.resolver.ts'
import { Column } from './projects/column.entity.ts'
import { ColumnResolver } from './projects/column.resolver.ts'
import { Project } from './projects/project.entity.ts'
import { projects } from './projects/project.policy.ts'
import { ProjectResolver, projectConstraints } from './projects/project.resolver.ts'
import { ReceivablesReportResolver } from './reports/receivables-report.resolver.ts'
import { RevenueReportResolver } from './reports/revenue-report.resolver.ts'
import { mountTimeCsv, timeCsvRoute } from './reports/time-csv.http.ts'
import { TimeReportResolver } from './reports/time-report.resolver.ts'
import { VatReportResolver, VatReportRowResolver } from './reports/vat-report.resolver.ts'
import { SearchResolver } from './search/search.resolver.ts'
import { Tag } from './tags/tag.entity.ts'
import { TagResolver, tagConstraints } from './tags/tag.resolver.ts'
import { Attachment } from './tasks/attachment.entity.ts'
import { AttachmentResolver, attachmentConstraints } from './tasks/attachment.resolver.ts'
import { Subtask } from './tasks/subtask.entity.ts'
import { SubtaskResolver } from './tasks/subtask.resolver.ts'
import { Task } from './tasks/task.entity.ts'
import { TaskResolver, taskConstraints } from './tasks/task.resolver.ts'
import { TaskAttachmentsResolver } from './tasks/task-attachments.resolver.ts'
import { TaskEdgesResolver } from './tasks/task-edges.resolver.ts'
import { TimeEntry } from './time-entries/time-entry.entity.ts'
import { timeEntries, withRateFor } from './time-entries/time-entry.policy.ts'
import { TimeEntryResolver, timeEntryConstraints } from './time-entries/time-entry.resolver.ts'
import { TimeEntryEdgesResolver } from './time-entries/time-entry-edges.resolver.ts'
import { TimerChangesResolver } from './time-entries/timer-changes.resolver.ts'
import { ProjectTimeResolver, TaskTimeResolver } from './time-entries/tracked-time.resolver.ts'
import { Token } from './tokens/token.entity.ts'
import { TokenResolver } from './tokens/token.resolver.ts'
import { deliveriesPerMinute } from './webhooks/claim.ts'
import { Delivery } from './webhooks/delivery.entity.ts'
import { DeliveryResolver } from './webhooks/delivery.resolver.ts'
import { type Dispatcher, startDispatcher } from './webhooks/dispatcher.ts'
import { removeOldEvents } from './webhooks/retention.ts'
import { Webhook } from './webhooks/webhook.entity.ts'
import { WebhookResolver } from './webhooks/webhook.resolver.ts'
import { Whiteboard } from './whiteboards/whiteboard.entity.ts'
import { WhiteboardResolver, WhiteboardSceneResolver } from './whiteboards/whiteboard.resolver.ts'

const entities = [
  Organization,
  Member,
  Token,
  Client,
  Invoice,
  Payment,
  ClientRefund,
  Webhook,
  Delivery,
  Project,
  Column,
  Task,
  Tag,
  Subtask,
  Attachment,
  Whiteboard,
  TimeEntry,
  Comment,
  File,
  Folder,
]
const resolvers = [
  OrganizationResolver,
  MemberResolver,
  TokenResolver,
  ClientResolver,
  InvoiceResolver,
  InvoiceEdgesResolver,
  InvoiceChangesResolver,
  PaymentResolver,
  ClientInvoicesResolver,
  ClientCreditResolver,
  ProjectResolver,
  ClientProjectsResolver,
  ColumnResolver,
  BoardResolver,
  TaskResolver,
  TaskEdgesResolver,
  TaskAttachmentsResolver,
  TaskCommentsResolver,
  TaskTimeResolver,
  ProjectTimeResolver,
  SubtaskResolver,
  AttachmentResolver,
  TagResolver,
  WhiteboardResolver,
  WhiteboardSceneResolver,
  TimeEntryResolver,
  TimeEntryEdgesResolver,
  TimeReportResolver,
  RevenueReportResolver,
  ReceivablesReportResolver,
  VatReportResolver,
  VatReportRowResolver,
  TimerChangesResolver,
  CommentResolver,
  SearchResolver,
  WebhookResolver,
  DeliveryResolver,
  EventResolver,
  FileResolver,
  FolderResolver,
] as const
/** What a violated constraint means to the caller. */
const constraints = {
  ...memberConstraints,
  ...clientConstraints,
  ...invoiceConstraints,
  ...projectConstraints,
  ...taskConstraints,
  ...tagConstraints,
  ...attachmentConstraints,
  ...timeEntryConstraints,
  ...commentConstraints,
  ...folderConstraints,
}
/** Which permission opens the events of a resource. */
const readable = {
  Client: clients.read,
  Invoice: invoices.read,
  Project: projects.read,
  Task: projects.read,
  Subtask: projects.read,
  TimeEntry: timeEntries.read,
  Comment: comments.read,
}
/** What of them is for some of their readers alone. */
const reserved = { TimeEntry: withRateFor }
/** The routes that take or answer bytes. */
export const byteRoutes = [...invoiceDocuments, timeCsvRoute, uploadRoute]

/** What the composition needs from outside: the settings, a migrated database, and what tests replace. */
export interface AppOptions {
  config: Config
  databaseUrl: string
  log: Logger
  clock?: Clock
}

export interface App {
  server: FastifyInstance
  services: Services
  /** Works as the owner, over all organizations: for the clock, the dispatcher and commands alone. */
  system: Pool
  /** Begins to run jobs and to deliver webhooks. */
  work(): Promise<void>
  /** True where there is no organization yet. */
  isEmpty(): Promise<boolean>
  /** Finishes what is under way, then lets everything go. */
  close(): Promise<void>
}

/** The GraphQL schema of all features, and the REST facade derived from it. */
export function createSchemas(): { schema: GraphQLSchema; rest: RestSchema } {
  const schema = createSchema([...resolvers])
  // REST answers a refusal by its status: its types stay as they are declared.
  const rest = deriveRestSchema(schema)
  detachRootFields(schema)
  return { schema, rest }
}

/** The OpenAPI document of the REST facade, for a server at `publicUrl`. */
export const describeRest = (rest: RestSchema, publicUrl: string) =>
  openApiDocument(
    { routes: restRoutes(rest).map(({ route }) => route), bytes: byteRoutes, rows: rest.rows },
    publicUrl,
    examples,
  )

/** Composes the service on a migrated database; nothing listens or works yet. */
export async function createApp({ config, databaseUrl, log, clock = systemClock }: AppOptions): Promise<App> {
  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  const database = await connect(databaseUrl, entities, config.databasePoolSize, {
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    lockTimeoutMs: config.databaseLockTimeoutMs,
    waitTimeoutMs: config.databaseWaitTimeoutMs,
  })
  const system = createPool(databaseUrl, 'system', 4)
  const bus = await createBus(databaseUrl, database.pool, warn('bell'))
  const receivers = { allowPrivateCidrs: config.webhookAllowPrivateCidrs ?? [] }
  const { schema, rest } = createSchemas()
  const secrets = createSecrets(secretKey(config))
  const transport = createMailTransport(config.mail, join(config.dataDir, 'outbox'))
  const jobs = await createJobs(
    databaseUrl,
    system,
    bus,
    [
      mailJob(() => services, transport, config.mailFrom),
      removeObjectJob(() => services, system),
      assistantJob(() => services, schema, config.assistant, log),
      { name: 'overdue', cron: '*/10 * * * *', run: () => markOverdue(services, system) },
      { name: 'retention', cron: '40 3 * * *', run: () => removeOldEvents(system, clock) },
      { name: 'archive-orphans', cron: '10 4 * * *', run: () => removeOrphans(services, system) },
      { name: 'forget', cron: '20 * * * *', run: () => Promise.all([forgetKeys(system), forgetWindows(system)]) },
    ],
    log,
  )
  const services: Services = {
    database,
    admissions: createAdmissions(),
    bus,
    clock,
    jobs,
    readable,
    receivers,
    publicUrl: config.publicUrl,
    storageQuota: config.storageQuotaBytes,
    constraints,
    represent: createRepresent(rest),
    reserved,
    rights: createRights(database),
    rate: createRateCounter(database.pool, {
      token: config.apiRateLimitPerMinute,
      address: config.publicRateLimitPerMinute,
    }),
    addressOf: createAddressOf(config.trustProxy ?? []),
    secrets,
    storage: await createStorage(config.s3, join(config.dataDir, 'files'), {
      publicUrl: config.publicUrl,
      sign: (text) => secrets.sign(text, 'files'),
    }),
    tails: createTails(database, bus, warn('tail')),
    threads: createThreads(),
    log,
  }

  const server = createServer(services, log, config)
  mountRest(server, services, rest, byteRoutes)
  mountUpload(server, services)
  mountDownloads(server, services)
  mountInvoiceDocuments(server, services, basePath)
  mountTimeCsv(server, services, rest, basePath)
  const specification = JSON.stringify(describeRest(rest, config.publicUrl))
  server.get(`${basePath}/openapi.json`, { config: { isPublic: true } }, (_request, reply) =>
    reply.type('application/json').send(specification),
  )
  mountGuide(server, {
    publicUrl: config.publicUrl,
    rates: { token: config.apiRateLimitPerMinute, address: config.publicRateLimitPerMinute },
  })
  mountDocs(server, `${basePath}/openapi.json`)
  mountHealth(server, database.pool)
  mountMetrics(server, database.pool, system, figures)
  await mountGraphql(server, services, schema, log)
  mountSocket(server, services, schema, log)

  let dispatcher: Dispatcher | undefined
  return {
    server,
    services,
    system,
    async work() {
      await jobs.work()
      dispatcher = await startDispatcher(
        databaseUrl,
        system,
        {
          ...services,
          receiver: createReceiverClient(receivers),
          retryBaseMs: config.webhookRetryBaseMs,
          mostPerMinute: deliveriesPerMinute,
        },
        warn('webhooks'),
      )
    },
    async isEmpty() {
      const { rows } = await system.query('select from organizations limit 1')
      return rows.length === 0
    },
    async close() {
      await Promise.all([server.close(), dispatcher?.stop()])
      services.tails.close()
      await jobs.stop()
      await services.threads.close()
      transport.close()
      await bus.close()
      await database.close()
      await system.end()
    },
  }
}
