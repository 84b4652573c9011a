import { type GraphQLField, type GraphQLOutputType, getNamedType, isNonNullType, isObjectType } from 'graphql'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Context } from '#core/context'
import { Transaction } from '#core/database/database'
import { restRoutes } from '#core/rest/routes'
import { createSchemas } from '../src/app.ts'
import { house } from './harness/house.ts'

// However many rows there are, a query is as many statements: every root field of the schema with what is nested in it,
// and every GET route, with a little data and with a lot. A new one is walked as soon as it is declared.

const { schema, rest } = createSchemas()
const statements = vi.spyOn(Transaction.prototype, 'query')
const at = house()

/** Resources that are asked for by their id: each has more of everything the second time. */
const ids: Record<string, string> = {}
let seller = 0

const post = async (path: string, body: object) => {
  const answer = await at.owner.rest('POST', path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

/** So many more of everything, everywhere. */
async function more(count: number) {
  const name = () => `Nr. ${++seller}`
  for (let index = 0; index < count; index++) {
    const tag = await post('/tags', { name: name() })
    const member = await post('/members', { name: name(), email: `n${++seller}@kontor.example`, role: 'member' })
    ids.tag ??= tag.id
    const client = await post('/clients', { name: name() })
    ids.client ??= client.id
    for (const client_id of [client.id, ids.client]) {
      const project = await post('/projects', { name: name(), client_id })
      ids.project ??= project.id
      const invoice = {
        client_id,
        project_id: project.id,
        issue_date: '2026-01-01',
        due_date: '2026-01-15',
        line_items: [{ description: 'x', quantity: 1, unit_price_cents: 100, tax_rate: 19 }],
      }
      ids.invoice ??= (await post('/invoices', invoice)).id
      await post('/invoices', invoice)
      await post('/whiteboards', { title: name(), project_id: project.id })
      for (const project_id of [project.id, ids.project]) {
        const { body } = await at.owner.rest('GET', `/projects/${project_id}/columns`)
        const column_id = body[index % body.length].id
        const people = { assignee_ids: [member.id, at.owner.id], tag_ids: [tag.id, ids.tag] }
        const task = await post('/tasks', { title: name(), project_id, column_id, ...people })
        ids.task ??= task.id
        for (const task_id of [task.id, ids.task]) await post(`/tasks/${task_id}/subtasks`, { title: name() })
        for (const task_id of [task.id, ids.task]) await post(`/tasks/${task_id}/comments`, { content: name() })
        const entry = await post('/time-entries/start', { task_id: task.id })
        ids.timeEntry ??= entry.id
      }
    }
  }
}

type Field = GraphQLField<unknown, Context>

const isPaged = ({ args }: Field) => args.some(({ name }) => name === 'perPage')

/** All that is nested in a type and all that it has to look up, so many objects deep. */
function selection(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const fields = (Object.values(named.getFields()) as Field[]).filter(
    ({ args }) => !args.some((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined),
  )
  const nested = fields
    .filter((field) => isObjectType(getNamedType(field.type)) && depth > 1)
    .map((field) => `${field.name}${isPaged(field) ? '(perPage: 3)' : ''} ${selection(field.type, depth - 1)}`)
  const looked = fields
    .filter((field) => field.resolve && !isObjectType(getNamedType(field.type)))
    .map(({ name }) => name)
  return `{ __typename ${[...nested, ...looked].join(' ')} }`
}

/** How many statements a call is. */
async function count(call: () => Promise<unknown>): Promise<number> {
  await call() // a token that is not known yet costs one more
  // What leaves together differs by a statement with what else the process does meanwhile: the fewest of three count.
  const counts: number[] = []
  for (let round = 0; round < 3; round++) {
    statements.mockClear()
    await call()
    counts.push(statements.mock.calls.length)
  }
  return Math.min(...counts)
}

const calls = new Map<string, () => Promise<unknown>>()

for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
  const required = field.args.filter((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined)
  const idOf = () => ids[resourceOf(field.name)]
  if (required.some(({ name }) => name !== 'id' && name !== 'taskId')) continue
  const [argument] = required
  calls.set(`{ ${field.name} }`, async () => {
    const given = [
      argument && `${argument.name}: "${argument.name === 'taskId' ? ids.task : idOf()}"`,
      isPaged(field) && 'perPage: 10',
    ].filter(Boolean)
    if (argument?.name === 'id' && !idOf()) return
    const list = getNamedType(field.type)
    const isList = isObjectType(list) && !('id' in list.getFields())
    const head = given.length ? `(${given.join(', ')})` : ''
    const { errors } = await at.owner.graphql(`{ ${field.name}${head} ${selection(field.type, isList ? 4 : 3)} }`)
    expect(errors, field.name).toBeUndefined()
  })
}

/** `project`, `projectTasks` and `projectColumns` are asked for by a project's id. */
function resourceOf(field: string) {
  return Object.keys(ids).find((resource) => field.startsWith(resource)) ?? ''
}

for (const { route } of restRoutes(rest)) {
  if (route.method !== 'GET' || route.path.includes('public')) continue
  const resource = (route.path.split('/')[1] ?? '').replace(/s$/, '')
  calls.set(`GET ${route.path}`, async () => {
    if (route.path.includes('{') && !ids[resource]) return
    const answer = await at.owner.rest('GET', route.path.replace(/\{\w+\}/, ids[resource] ?? ''))
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  })
}

describe('the number of statements does not depend on the number of rows', () => {
  const few = new Map<string, number>()
  const many = new Map<string, number>()

  beforeAll(async () => {
    await more(1)
    for (const [name, call] of calls) few.set(name, await count(call))
    await more(4)
    for (const [name, call] of calls) many.set(name, await count(call))
  }, 60_000)

  for (const name of calls.keys())
    test(name, () => {
      expect(many.get(name)).toBe(few.get(name))
    })

  test('a board is two statements, beside the one that opens its transaction', () => {
    expect(many.get('GET /projects/{id}/columns')).toBe(4)
  })
})
