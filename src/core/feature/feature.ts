import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Permission } from '#core/access/policy'
import type { DatabaseMetric } from '#core/database/metric'
import type { PartitionedTable } from '#core/database/partitions'
import type { ConstraintErrors } from '#core/errors/database-error'
import type { FindHiddenFields } from '#core/events/event-visibility'
import type { Snapshot } from '#core/events/snapshot'
import type { JobKind } from '#core/jobs/jobs'
import type { InstallationNoticeSource, NoticeSource } from '#core/operation/notices'
import type { SearchableTable } from '#core/operation/searchable-table'
import type { DeleteHandler, Services, UndeliveredHandler } from '#core/operation/services'
import type { Signable } from '#core/operation/signable'
import type { ByteRoute } from '#core/rest/bytes'
import type { Examples } from '#core/rest/openapi-examples'
import { assertDistinct } from '#core/schema/assert-distinct'
import type { Config } from '../../config.ts'
import { type EventName, type EventResource, resourceOfEvent } from '../../events.ts'
import type { DemoPart } from './demo.ts'
import type { Fixture } from './fixture.ts'

/** The environment of jobs and workers. The services exist once the first of them runs. */
export interface WorkerEnvironment {
  services: () => Services
  /** Connects as the database owner, for all organizations. */
  system: Pool
  databaseUrl: string
  schema: GraphQLSchema
  config: Config
  log: Logger
}

/** A background process of the service. */
export interface Worker {
  stop(): Promise<void>
}

/** What a feature contributes to the service, in its `<name>.feature.ts` and one line of `features.ts`. */
export interface Feature {
  /** The name of its folder. */
  name: string
  entities?: readonly (new () => object)[]
  resolvers?: readonly (new () => object)[]
  /** Errors for violated constraints of its tables. */
  constraints?: ConstraintErrors
  /** Events that are not in the catalogue, with their resource. */
  events?: Readonly<Partial<Record<EventName, EventResource>>>
  /** Who may read events about its resources. */
  readable?: Partial<Record<EventResource, Permission>>
  /** Fields of events that are hidden from some readers. */
  hiddenFields?: Partial<Record<EventResource, FindHiddenFields>>
  /** Shortens the data of an event where the resource is too large. */
  eventData?: Partial<Record<EventResource, (data: Snapshot) => Snapshot>>
  /** Tables whose old rows are dropped by partition. */
  partitioned?: readonly PartitionedTable[]
  searchable?: readonly SearchableTable[]
  /** Documents that clients sign by a link. */
  signable?: readonly Signable[]
  /** Routes with binary requests or responses. */
  bytes?: readonly ByteRoute[]
  /** Mounts routes other than GraphQL and REST. */
  mount?(app: FastifyInstance, services: Services): void
  jobs?(environment: WorkerEnvironment): JobKind<never>[]
  worker?(environment: WorkerEnvironment): Promise<Worker>
  /** By the name of another feature's entity; the feature listed last runs first. */
  onDelete?: Readonly<Record<string, DeleteHandler>>
  /** By the kind of mail. */
  onUndelivered?: Readonly<Record<string, UndeliveredHandler>>
  /** What members should know, in the app's notifications and in a daily mail. */
  notices?: readonly NoticeSource[]
  /** What operators should know. */
  installationNotices?: readonly InstallationNoticeSource[]
  metrics?: readonly DatabaseMetric[]
  examples?: Examples
  /** Loaded when a demo is created. */
  demo?: () => Promise<DemoPart>
  /** Creates one of each of its resources; loaded by tests only. */
  fixture?: () => Promise<{ fixture: Fixture }>
}

/** All features combined. */
export interface Composition {
  entities: (new () => object)[]
  resolvers: (new () => object)[]
  constraints: ConstraintErrors
  events: Partial<Record<EventName, EventResource>>
  readable: Partial<Record<EventResource, Permission>>
  hiddenFields: NonNullable<Feature['hiddenFields']>
  eventData: NonNullable<Feature['eventData']>
  partitioned: PartitionedTable[]
  searchable: SearchableTable[]
  signable: Signable[]
  bytes: ByteRoute[]
  onDelete: Record<string, DeleteHandler[]>
  onUndelivered: Record<string, UndeliveredHandler>
  notices: NoticeSource[]
  installationNotices: InstallationNoticeSource[]
  metrics: DatabaseMetric[]
  examples: Examples
}

/** Combines the features; throws if two of them define the same thing. */
export function composeFeatures(features: readonly Feature[]): Composition {
  const all = <Part>(part: (feature: Feature) => readonly Part[] | undefined) =>
    features.flatMap((feature) => part(feature) ?? [])
  const table = <Part>(what: string, part: (feature: Feature) => Readonly<Record<string, Part>> | undefined) => {
    const entries = features.flatMap((feature) => Object.entries(part(feature) ?? {}))
    assertDistinct(
      what,
      entries.map(([name]) => name),
    )
    return Object.fromEntries(entries)
  }
  assertDistinct(
    'feature',
    features.map(({ name }) => name),
  )
  const entities = all(({ entities }) => entities)
  const resolvers = all(({ resolvers }) => resolvers)
  const partitioned = all(({ partitioned }) => partitioned)
  const searchable = all(({ searchable }) => searchable)
  const signable = all<Signable>(({ signable }) => signable)
  const bytes = all(({ bytes }) => bytes)
  const metrics = all(({ metrics }) => metrics)
  const notices = all<NoticeSource>(({ notices }) => notices)
  const installationNotices = all<InstallationNoticeSource>(({ installationNotices }) => installationNotices)
  assertDistinct(
    'entity',
    entities.map(({ name }) => name),
  )
  assertDistinct(
    'resolver',
    resolvers.map(({ name }) => name),
  )
  assertDistinct(
    'searchable kind',
    searchable.map(({ kind }) => kind),
  )
  assertDistinct(
    'signable kind',
    signable.map(({ kind }) => kind),
  )
  assertDistinct(
    'kind of notice',
    [...notices, ...installationNotices].map(({ kind }) => kind),
  )
  assertDistinct(
    'metric',
    metrics.map(({ name }) => name),
  )
  const onDelete: Record<string, DeleteHandler[]> = {}
  for (const feature of [...features].reverse())
    for (const [entity, effect] of Object.entries(feature.onDelete ?? {})) {
      if (!entities.some(({ name }) => name === entity))
        throw new Error(`${feature.name}: onDelete names ${entity}, which is no entity.`)
      onDelete[entity] = [...(onDelete[entity] ?? []), effect]
    }
  return {
    entities,
    resolvers,
    constraints: table('constraint', ({ constraints }) => constraints),
    events: table('event', ({ events }) => events),
    readable: table('event resource', ({ readable }) => readable),
    hiddenFields: table('hidden fields', ({ hiddenFields }) => hiddenFields),
    eventData: table('event data', ({ eventData }) => eventData),
    partitioned,
    searchable,
    signable,
    bytes,
    onDelete,
    onUndelivered: table('kind of mail', ({ onUndelivered }) => onUndelivered),
    notices,
    installationNotices,
    metrics,
    examples: {
      things: table('example thing', ({ examples }) => examples?.things),
      ids: table('example id', ({ examples }) => examples?.ids),
      operations: table('example', ({ examples }) => examples?.operations),
    },
  }
}

/** The given jobs and those of all features. */
export function collectJobs(
  features: readonly Feature[],
  environment: WorkerEnvironment,
  given: readonly JobKind<never>[],
) {
  const jobs = [...given, ...features.flatMap((feature) => feature.jobs?.(environment) ?? [])]
  assertDistinct(
    'job',
    jobs.map(({ name }) => name),
  )
  return jobs
}

/** Throws if two routes have the same method and path, whatever their parameters are called. */
export function checkRoutes(routes: readonly { method: string; path: string }[]) {
  assertDistinct(
    'route',
    routes.map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
  )
}

/**
 * Throws if an event's resource, its GraphQL type and its entity have different names, or if no feature says who may read the
 * events about it.
 */
export function checkEventResources(
  {
    entities,
    events,
    readable,
    hiddenFields,
    eventData,
  }: Pick<Composition, 'entities' | 'events' | 'readable' | 'hiddenFields' | 'eventData'>,
  types: ReadonlyMap<string, unknown>,
) {
  const resources = new Set<string>(Object.values(resourceOfEvent))
  // The catalogue contains events of features that do not exist yet.
  const present = [...types.keys(), ...entities.map(({ name }) => name), ...Object.values(events)]
  for (const resource of present)
    if (resources.has(resource) && !Object.hasOwn(readable, resource))
      throw new Error(`No feature says who may read the events about ${resource} (readable).`)
  for (const resource of [readable, hiddenFields, eventData].flatMap(Object.keys)) {
    if (!resources.has(resource)) throw new Error(`${resource} is readable, and no event is about it.`)
    if (!types.has(resource)) throw new Error(`Events are about ${resource}, which is no GraphQL type with an id.`)
    if (!entities.some(({ name }) => name === resource))
      throw new Error(`Events are about ${resource}, which is no entity.`)
  }
}
