import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  parse,
  validate,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Admission } from '#core/access/admission'
import { toRateLimitNetwork } from '#core/access/network'
import { Problem, queryTooExpensive } from '#core/errors/problem'
import type { Credentials } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { createKeyedCounter } from '#core/runtime/keyed-counter'
import { calculateCost } from '#core/schema/cost'
import { limits, measureDocument } from '#core/schema/limits'
import { matchStandardIntrospection } from './introspection.ts'
import { validationRules } from './validation-rules.ts'

type Prepared = DocumentNode | readonly GraphQLError[]

/** Whom requests count against: member or token, then organization; without a token the network. */
export type Requester = readonly { key: string; share: 'member' | 'organization' | 'address' }[]

/** Parses and validates a document, or returns its errors. */
export type PrepareDocument = (
  query: string,
  operationName: string | null | undefined,
  requester: Requester,
) => Prepared

interface Checked {
  prepared: Prepared
  /** Selections: about 0.04 ms and 1 KB each. */
  weight: number
}

interface Kept extends Checked {
  owner: string
}

/** Total, and per organization or network: about 40 and 10 MB. */
const maxWeight = { ofAll: 40_000, ofOwner: 10_000 }

/** Weight of new documents per minute, as a multiple of the request limit. */
export const newDocumentWeightPerRequest = { member: 125, organization: 500, address: 125 }

const weights = new WeakMap<DocumentNode, number>()

export const getDocumentWeight = (document: DocumentNode): number => weights.get(document) ?? 0

/**
 * Parses and validates documents for HTTP and sockets, each once. New documents are limited per requester and process, as each process
 * spends its own time on them. `perMinute` is a token's request limit.
 */
export function createDocumentCache(schema: GraphQLSchema, perMinute: number): PrepareDocument {
  /** By owner, least recently used first. */
  const owned = new Map<string, Set<string>>()
  const ofOwner = createKeyedCounter()
  const known = new LRUCache<string, Kept>({
    maxSize: maxWeight.ofAll,
    sizeCalculation: ({ weight }) => Math.ceil(weight),
    dispose({ owner, weight }, query) {
      ofOwner.add(owner, -weight)
      const its = owned.get(owner)
      its?.delete(query)
      if (!its?.size) owned.delete(owner)
    },
  })
  const spent = new LRUCache<string, number>({ max: 10_000, ttl: 60_000, noUpdateTTL: true })

  const keep = (query: string, kept: Kept) => {
    const its = owned.get(kept.owner) ?? new Set()
    for (const oldest of its) {
      if (ofOwner.count(kept.owner) + kept.weight <= maxWeight.ofOwner) break
      known.delete(oldest)
    }
    owned.set(kept.owner, its.add(query))
    ofOwner.add(kept.owner, kept.weight)
    known.set(query, kept)
  }

  const read = (query: string, requester: Requester): Prepared => {
    const found = known.get(query)
    if (found) {
      const its = owned.get(found.owner)
      if (its?.delete(query)) its.add(query)
      return found.prepared
    }
    if (query.length > limits.characters)
      return [new GraphQLError(`The document has more than ${limits.characters} characters.`)]
    const isSpent = ({ key, share }: Requester[number]) =>
      (spent.get(key) ?? 0) >= newDocumentWeightPerRequest[share] * perMinute
    const full = requester.find(isSpent)
    if (full)
      return [new GraphQLError('new documents', { originalError: tooManyDocuments(spent.getRemainingTTL(full.key)) })]
    const checked = check(schema, query)
    for (const { key } of requester) spent.set(key, (spent.get(key) ?? 0) + checked.weight)
    if ('kind' in checked.prepared) weights.set(checked.prepared, checked.weight)
    keep(query, { ...checked, owner: requester.at(-1)?.key ?? '' })
    return checked.prepared
  }
  return (query, operationName, requester) => {
    const prepared = read(query, requester)
    if (!('kind' in prepared) || getOperationAST(prepared, operationName)) return prepared
    return [new GraphQLError('no operation', { originalError: noOperation(operationName) })]
  }
}

const tooManyDocuments = (milliseconds: number) =>
  Object.assign(
    new Problem(429, 'rate_limited', {
      de: 'Zu viele neue GraphQL-Dokumente in dieser Minute: Werte gehören in Variablen.',
      en: 'Too many new GraphQL documents in this minute: send values as variables.',
    }),
    { retryAfter: Math.max(1, Math.min(60, Math.ceil(milliseconds / 1000))) },
  )

export function identifyRequester(
  { admissionCache }: Pick<Services, 'admissionCache'>,
  { bearer }: Pick<Credentials, 'bearer'>,
  address: string,
): Requester {
  if (!bearer) return [{ key: `address ${toRateLimitNetwork(address)}`, share: 'address' }]
  const admitted = admissionCache.get(bearer)
  const member = admitted ? (JSON.parse(admitted) as Admission).memberId : bearer.key
  return [
    { key: `member ${member}`, share: 'member' },
    { key: `organization ${bearer.organizationId}`, share: 'organization' },
  ]
}

/** The compiler would treat an empty name as none. */
const noOperation = (name: string | null | undefined) =>
  new Problem(
    400,
    'bad_request',
    name == null
      ? {
          de: 'Das Dokument hat mehrere Operationen: operationName muss eine davon nennen.',
          en: 'The document has several operations: operationName must name one of them.',
        }
      : {
          de: `Eine Operation „${name.slice(0, 50)}“ gibt es nicht.`,
          en: `There is no operation "${name.slice(0, 50)}".`,
        },
  )

function check(schema: GraphQLSchema, query: string): Checked {
  try {
    const document = parse(query, { maxTokens: limits.tokens })
    const { selections, excess } = measureDocument(document)
    // Standard introspection is deep, but has a cached answer.
    if (excess.length && !matchStandardIntrospection(document)) return refused(excess, query)
    const errors = validate(schema, document, validationRules, { maxErrors: limits.errors })
    if (errors.length) return refused(errors, query)
    return { prepared: document, weight: selections + query.length / 20 }
  } catch (error) {
    return refused([error instanceof GraphQLError ? error : new GraphQLError('The document cannot be read.')], query)
  }
}

const refused = (errors: readonly GraphQLError[], query: string): Checked => ({
  prepared: errors,
  weight: 1 + query.length / 20,
})

const fragments = new WeakMap<DocumentNode, ReadonlyMap<string, FragmentDefinitionNode>>()

/** 422 if the document costs too much with these variables. */
export function assertAffordable(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>>,
) {
  const operation = getOperationAST(document, operationName)
  if (!operation) return
  const named =
    fragments.get(document) ??
    new Map(
      document.definitions
        .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
        .map((node) => [node.name.value, node]),
    )
  fragments.set(document, named)
  const cost = calculateCost(schema, operation, named, variables)
  if (cost > limits.cost) throw queryTooExpensive(cost, limits.cost)
}
