import 'reflect-metadata'
import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { Client } from './clients/client.entity.ts'
import { clients } from './clients/client.policy.ts'
import { ClientResolver, clientConstraints } from './clients/client.resolver.ts'
import { createRateCounter } from './core/access/rate.ts'
import { createPool } from './core/database/connection.ts'
import { connect, type Database } from './core/database/database.ts'
import { createBus } from './core/events/bus.ts'
import { EventResolver } from './core/events/event.resolver.ts'
import { createTails } from './core/events/tail.ts'
import { mountGraphql } from './core/graphql/http.ts'
import { createSchema } from './core/graphql/schema.ts'
import { mountSocket } from './core/graphql/socket.ts'
import { createServer } from './core/http/server.ts'
import { createJobs, type JobKind } from './core/jobs/jobs.ts'
import { createRepresent } from './core/rest/represent.ts'
import { mountRest } from './core/rest/routes.ts'
import { deriveRestSchema, type RestSchema } from './core/rest/schema.ts'
import type { Secrets, Services } from './core/services.ts'
import { type Clock, systemClock } from './core/time/clock.ts'
import { Invoice } from './invoices/invoice.entity.ts'
import { invoices } from './invoices/invoice.policy.ts'
import { Payment } from './invoices/payment.entity.ts'
import { Member } from './members/member.entity.ts'
import { Organization } from './organizations/organization.entity.ts'
import { Token } from './tokens/token.entity.ts'

const entities = [Organization, Member, Token, Client, Invoice, Payment]
const resolvers = [ClientResolver, EventResolver] as const
/** Which permission opens the events of a resource. */
const readable = { Client: clients.read, Invoice: invoices.read }
const jobKinds: JobKind<never>[] = []
const constraints = { ...clientConstraints }

/** What the composition needs from outside: a migrated database, and what tests replace. */
export interface AppOptions {
  databaseUrl: string
  poolSize: number
  secrets: Secrets
  rateLimits: { token: number; address: number }
  trustProxy: string[] | false
  log: Logger
  clock?: Clock
}

export interface App {
  server: FastifyInstance
  services: Services
  schema: GraphQLSchema
  rest: RestSchema
  database: Database
  /** Works as the owner, over all organizations: for the clock and the dispatcher alone. */
  system: Pool
  close(): Promise<void>
}

/** The GraphQL schema of all features, and the REST facade derived from it. */
export function createSchemas(): { schema: GraphQLSchema; rest: RestSchema } {
  const schema = createSchema([...resolvers])
  return { schema, rest: deriveRestSchema(schema) }
}

/** Composes the service on a migrated database; nothing listens yet. */
export async function createApp(options: AppOptions): Promise<App> {
  const { databaseUrl, log } = options
  const database = await connect(databaseUrl, entities, options.poolSize)
  const system = createPool(databaseUrl, 'system', 3)
  const bus = await createBus(databaseUrl, database.pool, (error) => log.warn({ err: error }, 'bell'))
  const { schema, rest } = createSchemas()
  const services: Services = {
    database,
    bus,
    clock: options.clock ?? systemClock,
    represent: createRepresent(rest),
    rate: createRateCounter(database.pool, options.rateLimits),
    secrets: options.secrets,
    tails: createTails(database, bus, (error) => log.warn({ err: error }, 'tail')),
    jobs: await createJobs(databaseUrl, system, jobKinds, log),
    readable,
    constraints,
  }
  const server = createServer(services, log, options.trustProxy)
  mountRest(server, services, rest)
  await mountGraphql(server, services, schema, log)
  mountSocket(server, services, schema, log)

  return {
    server,
    services,
    schema,
    rest,
    database,
    system,
    async close() {
      await server.close()
      services.tails.close()
      await services.jobs.stop()
      await bus.close()
      await database.close()
      await system.end()
    },
  }
}
