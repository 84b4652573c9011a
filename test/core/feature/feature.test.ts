import sql from 'sql-template-tag'
import { Field, FieldResolver, Int, Mutation, ObjectType, Query, Resolver, Subscription } from 'type-graphql'
import { describe, expect, test } from 'vitest'
import { roles } from '#core/access/policy'
import { sortMigrations } from '#core/database/migrate'
import { concurrentChange } from '#core/errors/database-error'
import { findCatalogErrors } from '#core/feature/check-catalog'
import { checkEventResources, checkRoutes, collectJobs, composeFeatures, type Feature } from '#core/feature/feature'
import { createSchema } from '#core/graphql/schema'
import type { Signable } from '#core/operation/signable'
import { features } from '../../../src/features.ts'

// Incomplete or conflicting features prevent the start.

class InventedBox {}
class InventedLid {}
const everyone = new Set(roles.everyone)
const boxes = {
  name: 'boxes',
  entities: [InventedBox],
  constraints: { boxes_name_key: concurrentChange },
  searchable: [{ kind: 'box', table: 'boxes', permission: everyone }],
  signable: [{ kind: 'box' } as Signable],
  metrics: [{ name: 'kontor_boxes', help: 'Boxes.', sql: () => sql`select 1 as value` }],
} satisfies Feature

describe('rejects duplicates', () => {
  test.each<[string, Feature, RegExp]>([
    ['a feature', { name: 'boxes' }, /feature boxes is there twice/],
    ['an entity', { name: 'lids', entities: [InventedBox] }, /entity InventedBox is there twice/],
    ['a constraint', { name: 'lids', constraints: { boxes_name_key: concurrentChange } }, /constraint boxes_name_key/],
    ['a kind of result', { name: 'lids', searchable: boxes.searchable }, /searchable kind box/],
    ['a kind of what is signed', { name: 'lids', signable: boxes.signable }, /signable kind box/],
    ['a metric', { name: 'lids', metrics: boxes.metrics }, /metric kontor_boxes/],
  ])('%s', (_, other, words) => {
    expect(() => composeFeatures([boxes, other])).toThrow(words)
  })
  test('a job', () => {
    const job = { name: 'stack', run: async () => {} }
    const stacks = { name: 'stacks', jobs: () => [job] }
    expect(() => collectJobs([stacks], {} as never, [job])).toThrow('The job stack is there twice.')
  })
  test('a route, binary or not, whatever its parameters are called', () => {
    const one = { method: 'GET', path: '/boxes/{id}' }
    expect(() =>
      checkRoutes([one, { method: 'PUT', path: '/boxes/{id}' }, { method: 'GET', path: '/boxes' }]),
    ).not.toThrow()
    expect(() => checkRoutes([one, { method: 'get', path: '/boxes/{box_id}' }])).toThrow(
      'The route GET /boxes/{} is there twice.',
    )
  })
  test.each([
    ['a query', Query, 'query boxes'],
    ['a mutation', Mutation, 'mutation boxes'],
    ['a subscription', Subscription, 'subscription boxes'],
    ['a field of a type', FieldResolver, 'field Shelf.boxes'],
  ])('%s', (_, Declare, what) => {
    @ObjectType({ simpleResolvers: true })
    class Shelf {
      @Field(() => String)
      name!: string
    }
    @Resolver()
    class Shelves {
      @Query(() => Shelf)
      shelf() {
        return new Shelf()
      }
    }
    const resolver = () => {
      @Resolver(() => Shelf)
      class Boxes {
        boxes() {
          return 1
        }
      }
      const options = { topics: 'boxes' }
      const descriptor = Object.getOwnPropertyDescriptor(Boxes.prototype, 'boxes') as PropertyDescriptor
      Declare(() => Int, options as never)(Boxes.prototype, 'boxes', descriptor as never)
      return Boxes
    }
    expect(() => createSchema([Shelves, resolver(), resolver()])).toThrow(`The ${what} is there twice.`)
  })
  test('a migration', () => {
    expect(sortMigrations(['0002-b.ts', '0001-a.js', 'readme.md'])).toEqual(['0001-a', '0002-b'])
    expect(() => sortMigrations(['0001-a.ts', '0001-b.ts'])).toThrow('The migration 0001 is there twice.')
  })
  test('a resource of events', () => {
    const readable = { Client: everyone }
    expect(() =>
      composeFeatures([
        { name: 'a', readable },
        { name: 'b', readable },
      ]),
    ).toThrow('The event resource Client is there twice.')
  })
})

describe('deletion handlers', () => {
  test('run in reverse order of the features', () => {
    const told: string[] = []
    const say = (name: string) => async () => told.push(name)
    const { onDelete } = composeFeatures([
      { ...boxes, entities: [InventedBox, InventedLid] },
      { name: 'first', onDelete: { InventedBox: say('first') } },
      { name: 'last', onDelete: { InventedBox: say('last'), InventedLid: say('lid') } },
    ])
    for (const effect of onDelete.InventedBox ?? []) effect({} as never, {} as never, {} as never)
    expect(told).toEqual(['last', 'first'])
  })
  test('name existing entities', () => {
    expect(() => composeFeatures([boxes, { name: 'lids', onDelete: { Bxo: async () => {} } }])).toThrow(
      'lids: onDelete names Bxo, which is no entity.',
    )
  })
})

describe('event resources', () => {
  const Client = class Client {}
  const whole = { entities: [Client], events: {}, readable: { Client: everyone }, hiddenFields: {}, eventData: {} }
  const types = new Map([['Client', {}]])
  test('are readable by somebody, and named like their type and entity', () => {
    expect(() => checkEventResources(whole, types)).not.toThrow()
  })
  test.each([
    ['nobody says who may read them', { ...whole, readable: {} }, types, /who may read the events about Client/],
    [
      'neither its type nor who may read them bears its name',
      { ...whole, readable: {} },
      new Map(),
      /who may read the events about Client/,
    ],
    [
      'a feature adds one about what nobody knows',
      { ...whole, entities: [], events: { 'client.called': 'Client' } as never, readable: {} },
      new Map(),
      /who may read the events about Client/,
    ],
    ['the type has another name', whole, new Map(), /Client, which is no GraphQL type/],
    ['the entity has another name', { ...whole, entities: [InventedBox] }, types, /Client, which is no entity/],
    [
      'no event is about it',
      { ...whole, hiddenFields: { InventedBox: (data: object) => data } as never },
      types,
      /InventedBox is readable/,
    ],
    [
      'no event is about what it shortens',
      { ...whole, eventData: { InventedBox: (data: object) => data } as never },
      types,
      /InventedBox is readable/,
    ],
  ])('are refused where %s', (_, parts, given, words) => {
    expect(() => checkEventResources(parts, given)).toThrow(words)
  })
})

describe('the database', () => {
  const table = { name: 'boxes', hasOrganization: true, hasPolicy: true }
  const catalog = {
    tables: [table],
    distinct: ['boxes_name_key'],
    constraints: ['boxes_name_key', 'boxes_pkey'],
    partitioned: ['box_events'],
  }
  const meanings = { boxes_name_key: concurrentChange }
  test('agrees with the features', () => {
    expect(findCatalogErrors(catalog, ['boxes'], meanings, ['box_events'])).toEqual([])
  })
  test.each([
    ['has no table of an entity', { ...catalog, tables: [] }, meanings, /boxes of an entity does not exist/],
    [
      'has a table of no tenant',
      { ...catalog, tables: [{ ...table, hasOrganization: false }] },
      meanings,
      /no organization_id/,
    ],
    [
      'has a table without a policy',
      { ...catalog, tables: [{ ...table, hasPolicy: false }] },
      meanings,
      /not behind a policy/,
    ],
    ['has a constraint that nobody explains', catalog, {}, /No feature says what boxes_name_key means/],
    [
      'has no constraint that somebody explains',
      catalog,
      { ...meanings, boxes_nmae_key: concurrentChange },
      /boxes_nmae_key means, and there is no/,
    ],
    [
      'has partitions that nobody keeps',
      { ...catalog, partitioned: ['box_events', 'box_uses'] },
      meanings,
      /partitions of box_uses are kept/,
    ],
    [
      'has no partitions where they are kept',
      { ...catalog, partitioned: [] },
      meanings,
      /partitions of box_events are kept, and it has none/,
    ],
  ])('%s, and is told so', (_, found, words, told) => {
    const faults = findCatalogErrors(found, ['boxes'], words, ['box_events'])
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(told)
  })
  test('of a newer version may have other constraints, but must have all tables', () => {
    expect(findCatalogErrors(catalog, ['boxes'], {}, [], true)).toEqual([])
    expect(findCatalogErrors({ ...catalog, tables: [] }, ['boxes'], {}, [], true)).toHaveLength(1)
  })
})

test('the manifests of the service are consistent', () => {
  const { bytes, entities } = composeFeatures(features)
  expect(entities.length).toBeGreaterThan(15)
  for (const route of bytes)
    expect('may' in route ? route.may : route.path, route.operationId).toEqual(
      'may' in route ? expect.any(Set) : expect.stringMatching(/^\/(public|calendar\/feed)\//),
    )
})
