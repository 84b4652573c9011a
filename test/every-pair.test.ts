import {
  type GraphQLArgument,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  parse,
} from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { readBearer } from '#core/access/bearer'
import { problemOf } from '#core/errors/answer'
import { Problem } from '#core/errors/problem'
import { resolve } from '#core/graphql/execute'
import { operate } from '#core/operation/operation'
import { createSchemas } from '../src/app.ts'
import { upload } from './features/content/files/upload.ts'
import { house } from './harness/house.ts'

// Every pair of verbs in one operation: what the first one tells does not depend on what the second one changes or
// clears. Each operation is undone, so that all of them find the same organization.

const { schema } = createSchemas()
const at = house()
/** An id of each resource, by the noun of the verbs about it. */
const ids: Record<string, string> = {}

beforeAll(async () => {
  const post = async (path: string, body: object) => {
    const answer = await at.owner.rest('POST', path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  const line = { description: 'x', quantity: 2, unit_price_cents: 100, tax_rate: 19 }
  await at.owner.rest('PUT', '/organization', {
    legal_name: 'Haus GmbH',
    street: 'Weg 1',
    postal_code: '10115',
    city: 'Berlin',
    country: 'DE',
    tax_number: '12/345/67890',
  })
  const address = { street: 'Weg 2', postal_code: '10115', city: 'Berlin', country: 'DE' }
  const client = await post('/clients', { name: 'Kunde', email: 'kunde@kontor.example', ...address })
  ids.client = client.id
  ids.invoice = (
    await post('/invoices', {
      client_id: client.id,
      issue_date: '2026-01-01',
      due_date: '2026-01-15',
      line_items: [line],
    })
  ).id
  const project = await post('/projects', { name: 'Projekt', client_id: client.id })
  ids.project = project.id
  ids.column = project.columns[0].id
  ids.otherColumn = project.columns[1].id
  ids.tag = (await post('/tags', { name: 'Rot' })).id
  ids.task = (
    await post('/tasks', {
      title: 'Aufgabe',
      project_id: project.id,
      column_id: project.columns[0].id,
      tag_ids: [ids.tag],
      assignee_ids: [at.owner.id, at.member.id],
    })
  ).id
  ids.subtask = (await post(`/tasks/${ids.task}/subtasks`, { title: 'Schritt' })).id
  ids.comment = (await post(`/tasks/${ids.task}/comments`, { content: 'Gut' })).id
  ids.file = (await upload(at, 'owner', { file: ['x', 'x.txt'] })).body.id
  ids.attachment = (await post(`/tasks/${ids.task}/attachments`, { file_id: ids.file })).id
  ids.folder = (await post('/storage/folders', { name: 'Ordner' })).id
  ids.whiteboard = (await post('/whiteboards', { title: 'Tafel', project_id: project.id })).id
  ids.timeEntry = (await post('/time-entries/start', { task_id: ids.task })).id
  ids.timer = ids.timeEntry ?? ''
  ids.webhook = (await post('/webhooks', { url: 'https://example.com/hook', events: ['*'] })).id
  ids.token = (await post('/tokens', { name: 'Noch eins' })).id
  ids.member = at.viewer.id
})

/** Verbs that reach out of their transaction, or wait for what no other verb touches. */
const apart = new Set([
  'redeliver',
  'redeliverWebhookDelivery',
  'creditInvoice',
  'createCreditNote',
  'sendInvoice',
  'resendInvoice',
])

/** The id that an argument of that name means, for a verb about something. */
function idFor(name: string, verb: string): string {
  const noun = name === 'id' ? verb.replace(/^[a-z]+/, '') : name.replace(/Ids?$/, '')
  const key = (noun.charAt(0).toLowerCase() + noun.slice(1)).replace(/Done$|Secret$|Status$/, '')
  if (key === 'assignee' || key === 'user') return at.member.id
  return ids[key] ?? ids[Object.keys(ids).find((each) => key.toLowerCase().includes(each.toLowerCase())) ?? ''] ?? ''
}

/** A value of what is required, and of what makes an update one. */
function plausible(type: GraphQLInputType, name: string, verb: string): unknown {
  if (isNonNullType(type)) return plausible(type.ofType, name, verb)
  if (isListType(type)) return [plausible(type.ofType, name, verb)]
  const named = getNamedType(type)
  if (isEnumType(named)) return named.getValues().at(-1)?.name
  if (isInputObjectType(named))
    return Object.fromEntries(
      Object.values(named.getFields())
        .filter((field) => isNonNullType(field.type) || /^(title|name|description|tagIds|moveTo)$/.test(field.name))
        .map((field) => [field.name, plausible(field.type, field.name, verb)]),
    )
  if (name === 'columnId' && verb === 'moveTask') return ids.otherColumn
  if (name === 'moveTo') return ids.otherColumn
  if (/email/i.test(name)) return `${verb.toLowerCase()}@kontor.example`
  if (/url/i.test(name)) return 'https://example.com/hook'
  const values: Record<string, unknown> = {
    UUID: idFor(name, verb),
    Int: 1,
    Float: 1,
    Boolean: true,
    Cents: 100,
    Date: '2026-01-01',
    DateTime: '2026-01-01T00:00:00Z',
    JSON: {},
  }
  return values[named.name] ?? (name === 'color' ? '#aabbcc' : `Neu ${verb}`)
}

const argumentsOf = (args: readonly GraphQLArgument[], verb: string) =>
  args
    .filter((arg) => (isNonNullType(arg.type) && arg.defaultValue === undefined) || arg.name === 'moveTo')
    .map((arg) => ({ arg, value: plausible(arg.type, arg.name, verb) }))

const verbs = Object.values(schema.getMutationType()?.getFields() ?? {})
  .filter(({ name }) => !apart.has(name))
  .map(({ name, args, type }) => ({ name, args, leaf: 'getFields' in getNamedType(type) ? ' { __typename }' : '' }))

interface Told {
  errors: string[]
  events: { event: string; data: unknown; changes: unknown }[]
}

/** Runs verbs as the root fields of one operation, and undoes it; answers what it would have told. */
async function tell(...chosen: typeof verbs): Promise<Told> {
  const variables: Record<string, unknown> = {}
  const declared: string[] = []
  const fields = chosen.map(({ name, args, leaf }, index) => {
    const given = argumentsOf(args, name).map(({ arg, value }) => {
      const variable = `${arg.name}${index}`
      variables[variable] = value
      declared.push(`$${variable}: ${arg.type}`)
      return `${arg.name}: $${variable}`
    })
    return `f${index}: ${name}${given.length ? `(${given.join(', ')})` : ''}${leaf}`
  })
  const document = parse(`mutation ${declared.length ? `(${declared.join(', ')})` : ''} { ${fields.join(' ')} }`)
  const bearer = readBearer(`Bearer ${at.owner.token}`)
  const told: Told = { errors: [], events: [] }
  await operate(at.app.services, { bearer, language: 'en' }, 'write', async (context) => {
    const { errors = [] } = await resolve(schema, document, undefined, variables, context)
    told.errors = errors.map((error) => {
      const { problem, fault } = problemOf(error, at.app.services.constraints)
      return fault ? `FAULT ${fault instanceof Error ? fault.stack : fault}` : problem.code
    })
    if (!errors.length)
      told.events = (await context.recorder.prepare(context)).map(({ values }) => {
        const [head, rest] = [String(values[5]), String(values[6])]
        const { event } = JSON.parse(`${head}0}`)
        return { event, ...(JSON.parse(`{${rest.slice(1)}`) as { data: unknown; changes: unknown }) }
      })
    throw undone
  }).catch((error) => {
    if (error === undone) return
    // Statements are not waited for: what the database refused comes out of the operation at its end.
    told.events = []
    told.errors = [error instanceof Problem ? error.code : `FAULT ${error.stack}`]
  })
  return told
}
const undone = new Error('undone')

const known = () => new Set(Object.values(ids).concat(at.owner.id, at.member.id, at.viewer.id))

/** The same for the same verb: without what is new each time, ids and times. */
function comparable({ events }: Told) {
  const mine = known()
  return events.map((event) =>
    JSON.parse(JSON.stringify(event), (key, value) => {
      if (/_at$|^version$|^duration_seconds$/.test(key)) return undefined
      if (typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value) && !mine.has(value)) return 'an id'
      return value
    }),
  )
}

const alone = new Map<string, Told>()
beforeAll(async () => {
  for (const verb of verbs) alone.set(verb.name, await tell(verb))
})

test('most verbs do something here, each by itself', () => {
  const failing = verbs.filter(({ name }) => alone.get(name)?.errors.length).map(({ name }) => name)
  for (const name of failing) expect(alone.get(name)?.errors.join(), name).not.toContain('FAULT')
  expect(failing.length, failing.join(', ')).toBeLessThan(verbs.length / 3)
})

describe.each(verbs.map((verb) => [verb.name, verb] as const))('%s and then', (_, first) => {
  test('any other verb: no fault, and what the first one tells is what it tells alone', async () => {
    if (alone.get(first.name)?.errors.length) return
    for (const second of verbs) {
      const told = await tell(first, second)
      const pair = `{ ${first.name} ${second.name} }`
      expect(told.errors.join(), pair).not.toContain('FAULT')
      if (told.errors.length) continue
      const own = comparable(alone.get(first.name) as Told)
      expect(comparable(told).slice(0, own.length), pair).toEqual(own)
    }
  })
})
