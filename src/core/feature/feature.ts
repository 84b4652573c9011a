import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Permission } from '#core/access/policy'
import type { DatabaseMetric } from '#core/database/metric'
import type { PartitionedTable } from '#core/database/partitions'
import type { ConstraintErrors } from '#core/errors/database-error'
import type { HiddenFrom } from '#core/events/body-for'
import type { Snapshot } from '#core/events/snapshot'
import type { JobKind } from '#core/jobs/jobs'
import type { Findable } from '#core/operation/findable'
import type { InstallationNoticeSource, NoticeSource } from '#core/operation/notices'
import type { OnDelete, OnUndelivered, Services } from '#core/operation/services'
import type { Signable } from '#core/operation/signable'
import type { ByteRoute } from '#core/rest/bytes'
import type { Examples } from '#core/rest/openapi-examples'
import { assertDistinct } from '#core/schema/assert-distinct'
import type { Config } from '../../config.ts'
import { type EventName, type EventResource, resourceOfEvent } from '../../events.ts'
import type { DemoPart } from './demo.ts'
import type { Fixture } from './fixture.ts'

/** What jobs and workers are made with. The services themselves are there once the first of them runs. */
export interface WorkerEnvironment {
  services: () => Services
  /** Works as the owner, over all organizations. */
  system: Pool
  databaseUrl: string
  schema: GraphQLSchema
  config: Config
  log: Logger
}

/** What works beside the requests of a process, until it is stopped. */
export interface Worker {
  stop(): Promise<void>
}

/** All that a feature adds to the service: its folder's `<name>.feature.ts`, and one line in `features.ts`. */
export interface Feature {
  /** That of its folder. */
  name: string
  entities?: readonly (new () => object)[]
  resolvers?: readonly (new () => object)[]
  /** What a violated constraint of its tables means to the caller. */
  constraints?: ConstraintErrors
  /** Events that the catalogue does not have, and what each is about. */
  events?: Readonly<Partial<Record<EventName, EventResource>>>
  /** Who may read the events about its resources. */
  readable?: Partial<Record<EventResource, Permission>>
  /** What of an event is for some of its readers alone: the fields that are hidden from one of them. */
  reserved?: Partial<Record<EventResource, HiddenFrom>>
  /** What of a resource its events tell, where that is less than what it shows: so that none is too large. */
  told?: Partial<Record<EventResource, (data: Snapshot) => Snapshot>>
  /** Its tables whose old rows go by whole partitions. */
  partitioned?: readonly PartitionedTable[]
  searchable?: readonly Findable[]
  /** Its documents that are signed by a link. */
  signable?: readonly Signable[]
  /** The routes that take or answer bytes. */
  bytes?: readonly ByteRoute[]
  /** Mounts what is neither GraphQL nor REST. */
  mount?(app: FastifyInstance, services: Services): void
  jobs?(environment: WorkerEnvironment): JobKind<never>[]
  worker?(environment: WorkerEnvironment): Promise<Worker>
  /** By the name of another feature's entity. What was listed last goes first. */
  onDelete?: Readonly<Record<string, OnDelete>>
  /** By the kind of a mail about its own things. */
  onUndelivered?: Readonly<Record<string, OnUndelivered>>
  /** What its readers have to know while it is open: in the app's notifications, and in a mail a day. */
  notices?: readonly NoticeSource[]
  /** The same about the installation, for those who run it. */
  installationNotices?: readonly InstallationNoticeSource[]
  metrics?: readonly DatabaseMetric[]
  examples?: Examples
  /** Its part of the demo, loaded where one is made. */
  demo?: () => Promise<DemoPart>
  /** How its things are made, loaded by tests alone. */
  fixture?: () => Promise<{ fixture: Fixture }>
}

/** The features as one: what the service is composed of. */
export interface Composition {
  entities: (new () => object)[]
  resolvers: (new () => object)[]
  constraints: ConstraintErrors
  events: Partial<Record<EventName, EventResource>>
  readable: Partial<Record<EventResource, Permission>>
  reserved: NonNullable<Feature['reserved']>
  told: NonNullable<Feature['told']>
  partitioned: PartitionedTable[]
  searchable: Findable[]
  signable: Signable[]
  bytes: ByteRoute[]
  onDelete: Record<string, OnDelete[]>
  onUndelivered: Record<string, OnUndelivered>
  notices: NoticeSource[]
  installationNotices: InstallationNoticeSource[]
  metrics: DatabaseMetric[]
  examples: Examples
}

/** Puts the features together; throws where two of them say the same thing. */
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
  const onDelete: Record<string, OnDelete[]> = {}
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
    reserved: table('reserved resource', ({ reserved }) => reserved),
    told: table('told resource', ({ told }) => told),
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

/** The jobs of all features, beside those that are given. */
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

/** Throws where two routes have one method and path, whatever the parts of it are called that stand for a value. */
export function checkRoutes(routes: readonly { method: string; path: string }[]) {
  assertDistinct(
    'route',
    routes.map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
  )
}

/**
 * An event, the GraphQL type that it shows and the entity it is about bear one name. Throws where one of them is
 * spelled otherwise, and where nobody says who may read the events about a type.
 */
export function checkEventResources(
  {
    entities,
    events,
    readable,
    reserved,
    told,
  }: Pick<Composition, 'entities' | 'events' | 'readable' | 'reserved' | 'told'>,
  types: ReadonlyMap<string, unknown>,
) {
  const resources = new Set<string>(Object.values(resourceOfEvent))
  // The catalogue has events of features that are not there yet.
  const present = [...types.keys(), ...entities.map(({ name }) => name), ...Object.values(events)]
  for (const resource of present)
    if (resources.has(resource) && !Object.hasOwn(readable, resource))
      throw new Error(`No feature says who may read the events about ${resource} (readable).`)
  for (const resource of [readable, reserved, told].flatMap(Object.keys)) {
    if (!resources.has(resource)) throw new Error(`${resource} is readable, and no event is about it.`)
    if (!types.has(resource)) throw new Error(`Events are about ${resource}, which is no GraphQL type with an id.`)
    if (!entities.some(({ name }) => name === resource))
      throw new Error(`Events are about ${resource}, which is no entity.`)
  }
}
