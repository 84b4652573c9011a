import 'reflect-metadata'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
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
import { ClientCreditResolver } from './features/billing/invoices/client-credit.resolver.ts'
import { ClientInvoicesResolver } from './features/billing/invoices/client-invoices.resolver.ts'
import { ClientRefund } from './features/billing/invoices/client-refund.entity.ts'
import { Invoice } from './features/billing/invoices/invoice.entity.ts'
import { invoiceDocuments, mountInvoiceDocuments } from './features/billing/invoices/invoice.http.ts'
import { invoices } from './features/billing/invoices/invoice.policy.ts'
import { InvoiceResolver, invoiceConstraints } from './features/billing/invoices/invoice.resolver.ts'
import { InvoiceChangesResolver } from './features/billing/invoices/invoice-changes.resolver.ts'
import { InvoiceEdgesResolver } from './features/billing/invoices/invoice-edges.resolver.ts'
import { markOverdue } from './features/billing/invoices/overdue.ts'
import { Payment } from './features/billing/invoices/payment.entity.ts'
import { PaymentResolver } from './features/billing/invoices/payment.resolver.ts'
import { removeOrphans } from './features/billing/invoices/remove-orphans.ts'
import { mountDownloads } from './features/content/files/download.http.ts'
import { File } from './features/content/files/file.entity.ts'
import { FileResolver } from './features/content/files/file.resolver.ts'
import { Folder } from './features/content/files/folder.entity.ts'
import { FolderResolver, folderConstraints } from './features/content/files/folder.resolver.ts'
import { removeObjectJob } from './features/content/files/stored-object.ts'
import { mountUpload, uploadRoute } from './features/content/files/upload.http.ts'
import { Client } from './features/people/clients/client.entity.ts'
import { clients } from './features/people/clients/client.policy.ts'
import { ClientResolver, clientConstraints } from './features/people/clients/client.resolver.ts'
import { Member } from './features/people/members/member.entity.ts'
import { MemberResolver, memberConstraints } from './features/people/members/member.resolver.ts'
import { Organization } from './features/people/organizations/organization.entity.ts'
import { OrganizationResolver } from './features/people/organizations/organization.resolver.ts'
import { Token } from './features/people/tokens/token.entity.ts'
import { TokenResolver } from './features/people/tokens/token.resolver.ts'
import { assistantJob } from './features/platform/assistant/assistant.job.ts'
import { ReceivablesReportResolver } from './features/platform/reports/receivables-report.resolver.ts'
import { RevenueReportResolver } from './features/platform/reports/revenue-report.resolver.ts'
import { mountTimeCsv, timeCsvRoute } from './features/platform/reports/time-csv.http.ts'
import { TimeReportResolver } from './features/platform/reports/time-report.resolver.ts'
import { VatReportResolver, VatReportRowResolver } from './features/platform/reports/vat-report.resolver.ts'
import { SearchResolver } from './features/platform/search/search.resolver.ts'
import { deliveriesPerMinute } from './features/platform/webhooks/claim.ts'
import { Delivery } from './features/platform/webhooks/delivery.entity.ts'
import { DeliveryResolver } from './features/platform/webhooks/delivery.resolver.ts'
import { type Dispatcher, startDispatcher } from './features/platform/webhooks/dispatcher.ts'
import { removeOldEvents } from './features/platform/webhooks/retention.ts'
import { Webhook } from './features/platform/webhooks/webhook.entity.ts'
import { WebhookResolver } from './features/platform/webhooks/webhook.resolver.ts'
import { Comment } from './features/work/comments/comment.entity.ts'
import { comments } from './features/work/comments/comment.policy.ts'
import { CommentResolver, commentConstraints } from './features/work/comments/comment.resolver.ts'
import { TaskCommentsResolver } from './features/work/comments/task-comments.resolver.ts'
import { BoardResolver } from './features/work/projects/board.resolver.ts'
import { ClientProjectsResolver } from './features/work/projects/client-projects.resolver.ts'
import { Column } from './features/work/projects/column.entity.ts'
import { ColumnResolver } from './features/work/projects/column.resolver.ts'
import { Project } from './features/work/projects/project.entity.ts'
import { projects } from './features/work/projects/project.policy.ts'
import { ProjectResolver, projectConstraints } from './features/work/projects/project.resolver.ts'
import { Tag } from './features/work/tags/tag.entity.ts'
import { TagResolver, tagConstraints } from './features/work/tags/tag.resolver.ts'
import { Attachment } from './features/work/tasks/attachment.entity.ts'
import { AttachmentResolver, attachmentConstraints } from './features/work/tasks/attachment.resolver.ts'
import { Subtask } from './features/work/tasks/subtask.entity.ts'
import { SubtaskResolver } from './features/work/tasks/subtask.resolver.ts'
import { Task } from './features/work/tasks/task.entity.ts'
import { TaskResolver, taskConstraints } from './features/work/tasks/task.resolver.ts'
import { TaskAttachmentsResolver } from './features/work/tasks/task-attachments.resolver.ts'
import { TaskEdgesResolver } from './features/work/tasks/task-edges.resolver.ts'
import { TimeEntry } from './features/work/time-entries/time-entry.entity.ts'
import { timeEntries, withRateFor } from './features/work/time-entries/time-entry.policy.ts'
import { TimeEntryResolver, timeEntryConstraints } from './features/work/time-entries/time-entry.resolver.ts'
import { TimeEntryEdgesResolver } from './features/work/time-entries/time-entry-edges.resolver.ts'
import { TimerChangesResolver } from './features/work/time-entries/timer-changes.resolver.ts'
import { ProjectTimeResolver, TaskTimeResolver } from './features/work/time-entries/tracked-time.resolver.ts'
import { Whiteboard } from './features/work/whiteboards/whiteboard.entity.ts'
import { WhiteboardResolver, WhiteboardSceneResolver } from './features/work/whiteboards/whiteboard.resolver.ts'
import { figures } from './figures.ts'

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
