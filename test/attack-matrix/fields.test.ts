import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Permission, Role, roles } from '#core/access/policy'
import { contracts } from '#features/billing/contracts/contract.policy'
import { invoices } from '#features/billing/invoices/invoice.policy'
import { absences } from '#features/calendar/absences/absence.policy'
import { members } from '#features/people/members/member.policy'
import { timeEntries } from '#features/work/time-entries/time-entry.policy'
import { createSchemas } from '../../src/app.ts'
import { exampleOperation, hasRoute, rootOf } from '../harness/example-operation.ts'
import { createFixtures } from '../harness/fixtures.ts'
import { house } from '../harness/house.ts'
import { idAmong, withIds } from './requests.ts'

// Every field of every type that a query leads to × every role: each is shown as to the owner, but for the edges to
// resources that the role may not read and for the fields that the policy table hides, which are null. So a field that shows
// somebody less has its row here, and one that should and does not fails.

/** Fields that are for some of those who may read the resource. */
const hidden: Readonly<Record<string, Permission>> = {
  'Member.email': members.write,
  'Member.delivery': members.write,
  'Member.hourlyRateCents': members.write,
  'Client.openCents': invoices.read,
  'Client.revenueCents': invoices.read,
  'Client.creditCents': invoices.read,
  /** Summaries, which have no get-one. */
  'Client.contracts': contracts.read,
  'TimeEntry.hourlyRateCents': timeEntries.readRates,
  'TimeReportRow.amountCents': timeEntries.readRates,
  'WorkedTime.amountCents': timeEntries.readRates,
  'Absence.kind': absences.readReasons,
  'Absence.note': absences.readReasons,
}

/** Amounts that everybody sees who may read the resource, money or not. */
const openAmounts = ['Client.hourlyRateCents', 'Project.hourlyRateCents', 'Task.hourlyRateCents']

/** Queries that answer everybody what is theirs. */
const personal = ['me', 'tokens', 'runningTimer', 'calendarFeeds', 'calendarConnections', 'availability']

/** Lists of as much as a role may read. */
const partial = [
  ...['EventList.events', 'EventList.total', 'SearchResults.results', 'SearchResults.total'],
  ...['NoticeList.notices', 'NoticeList.total'],
]

const { schema } = createSchemas()
const at = house()
let own: Record<string, string> = {}

beforeAll(async () => {
  own = await createFixtures(at).all()
  // What is hidden is there.
  await at.owner.rest('PUT', `/members/${at.owner.id}`, { hourly_rate_cents: 9000 })
}, 300_000)

type Field = GraphQLField<unknown, unknown>

const objectOf = ({ type }: { type: GraphQLOutputType }) => {
  const named = getNamedType(type)
  return isObjectType(named) ? named : null
}

const fieldsOf = (type: GraphQLObjectType): Field[] =>
  Object.values(type.getFields()).filter(
    ({ args }) => !args.some((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined),
  )

const queries: Field[] = Object.values(rootOf(schema, 'query')).filter(
  ({ name, extensions }) => extensions.may && hasRoute(name) && !personal.includes(name),
)

/** Who may read a resource: whom its get-one lets in. */
const readers = new Map(
  queries
    .filter(({ type, args }) => !isListType(type) && args.some(({ name }) => name === 'id'))
    .map((field) => [objectOf(field), field.extensions.may as Permission]),
)

interface Document {
  query: Field
  text: string
  variables: Record<string, unknown>
}

/** Each type's values by each edge that leads to it, the shortest way there. */
function documentsOf(): Document[] {
  const documents: Document[] = []
  const followed = new Set<string>()
  const isOne = ({ args }: Field) => args.some(({ name }) => name === 'id')
  const queue = [...queries.filter(isOne), ...queries.filter((query) => !isOne(query))].map((query) => {
    const { text, variables } = exampleOperation('query', query.name)
    return { query, type: objectOf(query), variables, wrap: (inner: string) => text.replace(' { __typename }', inner) }
  })
  for (const { query, type, variables, wrap } of queue) {
    if (!type) {
      documents.push({ query, text: wrap(''), variables })
      continue
    }
    const values = fieldsOf(type).filter((field) => !objectOf(field))
    const names = values.map(({ name }) => name)
    documents.push({ query, text: wrap(` { __typename ${names.join(' ')} }`), variables })
    for (const field of fieldsOf(type)) {
      const edge = `${type.name}.${field.name}`
      const to = objectOf(field)
      if (!to || followed.has(edge)) continue
      followed.add(edge)
      const page = field.args.some(({ name }) => name === 'perPage') ? '(perPage: 4)' : ''
      const inner = (text: string) =>
        wrap(` { __typename ${names.includes('id') ? 'id' : ''} ${field.name}${page}${text} }`)
      queue.push({ query, type: to, variables, wrap: inner })
    }
  }
  return documents
}

type Value =
  | { __typename?: string; id?: string; [field: string]: unknown }
  | Value[]
  | string
  | number
  | boolean
  | null
  | undefined

/** What somebody was shown otherwise than the policy says, and what the walk has seen. */
interface Found {
  wrong: Set<string>
  hidden: Set<string>
  amounts: Set<string>
}

const isCents = (type: string, field: string) => {
  const named = schema.getType(type)
  return isObjectType(named) && getNamedType(named.getFields()[field]?.type)?.toString() === 'Cents'
}

/** Who may see a field; undefined where whoever sees its resource. */
function permissionOf(type: string, field: string): Permission | undefined {
  const named = schema.getType(type)
  const to = isObjectType(named) && named.getFields()[field]
  return hidden[`${type}.${field}`] ?? (to ? readers.get(objectOf(to)) : undefined)
}

function compare(found: Found, who: { role: Role; id: string }, whole: Value, part: Value, at: string) {
  const wrong = (what: string) => found.wrong.add(`${at} shows ${who.role} ${what}`)
  if (Array.isArray(whole) && Array.isArray(part)) {
    if (whole.length !== part.length) return wrong(`${part.length} of ${whole.length}`)
    for (const [index, each] of whole.entries()) compare(found, who, each, part[index], at)
    return
  }
  if (typeof whole !== 'object' || typeof part !== 'object' || !whole || !part) {
    // An address is signed for its reader, and may be signed a second later.
    const same = whole === part || (/Url$|^SignedAddress\./.test(at) && whole && part)
    if (!same) wrong(part == null ? 'nothing' : whole == null ? 'more' : 'something else')
    return
  }
  const { __typename: type } = whole as { __typename?: string }
  if (!type) {
    // A value of JSON: the events' data hide what the resource does.
    if (at !== 'Event.data' && JSON.stringify(whole) !== JSON.stringify(part)) wrong('something else')
    return
  }
  const [ofWhole, ofPart] = [whole, part] as { [field: string]: Value }[]
  for (const [field, value] of Object.entries(ofWhole ?? {})) {
    const key = `${type}.${field}`
    const permission = permissionOf(type, field)
    const shown = ofPart?.[field]
    if (partial.includes(key)) continue
    const isOwn = ofPart?.id === who.id || ofPart?.userId === who.id
    if (permission && !permission.has(who.role) && !isOwn) {
      if (value != null) found.hidden.add(key)
      if (shown != null) found.wrong.add(`${key} shows ${who.role} what they may not see`)
      continue
    }
    const isMoneys = (roles.moneyReaders as readonly Role[]).includes(who.role)
    if (isCents(type, field) && !permission && ofPart && !isMoneys) found.amounts.add(key)
    compare(found, who, value, shown, key)
  }
}

describe('every field that a query leads to', () => {
  test('shows every role what the owner sees, but for what the policy hides', { timeout: 600_000 }, async () => {
    const found: Found = { wrong: new Set(), hidden: new Set(), amounts: new Set() }
    const seen = new Set<string>()
    for (const { query, text, variables } of documentsOf()) {
      const given = withIds(variables, idAmong(own))
      const whole = await at.owner.graphql(text, given)
      expect(whole.errors, text).toBeUndefined()
      const may = query.extensions.may as Permission
      const others = Object.values(Role).filter((role) => role !== Role.owner && may.has(role))
      await Promise.all(
        others.map(async (role) => {
          const part = await at[role].graphql(text, given)
          expect(part.errors, `${role}: ${text}`).toBeUndefined()
          compare(
            found,
            { role, id: at[role].id },
            whole.data[query.name],
            part.data[query.name],
            `Query.${query.name}`,
          )
        }),
      )
      seen.add(text)
    }
    expect(
      [...found.wrong],
      'A field that is for some alone has its row in test/attack-matrix/fields.test.ts (hidden).',
    ).toEqual([])
    expect(
      Object.keys(hidden).filter((key) => !found.hidden.has(key)),
      'nothing was there to be hidden',
    ).toEqual([])
    expect([...found.amounts].sort(), 'An amount that workers see has its row (openAmounts), or is hidden.').toEqual(
      openAmounts,
    )
    expect(seen.size).toBeGreaterThan(150)
  })
})
