import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Role } from '#core/access/policy'
import { createSchemas } from '../../src/app.ts'
import { rootOf } from '../harness/example-operation.ts'
import { createFixtures, exampleNames } from '../harness/fixtures.ts'
import { type Answer, type House, house, openHouse, type Person } from '../harness/house.ts'
import { type Caller, callersOf, strangersOf } from './callers.ts'
import { idAmong, mentionedBy, type Request, type Row, requestOf, rows, undoEverything } from './requests.ts'
import { type Outcome, outcomeOf, rules } from './rules.ts'

// Every route that needs a token × every role × what its token may × own, other and no organization, by the request of its
// example: where a role is let in it is answered what was promised, so that who is refused is refused for no other reason.

const { schema } = createSchemas()
const at = house()
let other: House
/** One of each thing, by its name. */
let own: Record<string, string> = {}
let foreign: Record<string, string> = {}
let callers: Caller[] = []
let strangers: Awaited<ReturnType<typeof strangersOf>> = []
let undoing: ReturnType<typeof undoEverything>

beforeAll(async () => {
  other = await openHouse(at.app)
  own = await createFixtures(at).all()
  foreign = await createFixtures(other).all()
  callers = await callersOf(at)
  strangers = await strangersOf(at)
  undoing = undoEverything(at.app)
  // The server of an example is nowhere: it shows the calendar that the example names.
  const calendar = { url: 'https://cloud.example.com/arbeit/', name: 'Arbeit', isWritable: true }
  vi.spyOn(at.app.services.calendarServers, 'discover').mockResolvedValue([calendar])
}, 300_000)
afterAll(() => vi.restoreAllMocks())

const guarded = rows.filter(({ may }) => may)

const send = ({ method }: Row, who: Person, { url, body, headers }: Request, more = {}) =>
  who.rest(method, url, body, { ...headers, ...more })

/** What is told to everybody who may not, whatever they asked for. */
const refusals = {
  forbidden: { status: 403, text: '{"error":"forbidden","message":"Dazu fehlt die Berechtigung."}' },
  not_found: { status: 404, text: '{"error":"not_found","message":"Nicht gefunden."}' },
  unauthorized: { status: 401, text: '{"error":"unauthorized","message":"Das Token fehlt oder ist ungültig."}' },
}

/** An answer as one word: a refusal that says more than that it is one is none of these. */
function heard({ method }: Row, { status, raw, headers }: Answer): string {
  if (status < 300) return 'done'
  const text = raw.toString()
  for (const [name, refusal] of Object.entries(refusals))
    if (status === refusal.status && text === (method === 'HEAD' ? '' : refusal.text))
      return headers.etag || headers.location || headers['content-disposition'] ? `${name}, with headers` : name
  return `${status} ${text.slice(0, 300)}`
}

const advice = ({ method, path, operation }: Row) =>
  `${method} ${path}: who is let in must be answered 2xx, by its example in the feature's *.examples.ts; where the policy ` +
  `refuses a role that @May names, it has its rule under ${operation} in test/attack-matrix/rules.ts. Heard:`

/** Whether a role gets as far as the thing: a rule that asks whose it is has looked for it before. */
const isFound = (row: Row, role: Role, scope: 'full' | 'read') =>
  rules[row.operation]?.column !== undefined && outcomeOf({ ...row, operation: '' }, role, scope) === 'done'

const things = (name: string) => exampleNames.get(name) ?? expect.unreachable(name)

test('every rule is about an operation', () => {
  const operations = new Set([...guarded.map(({ operation }) => operation), ...Object.keys(rootOf(schema, 'mutation'))])
  expect(Object.keys(rules).filter((operation) => !operations.has(operation))).toEqual([])
})

test('nobody refers to what they may not read', () => {
  const readers = new Map(
    guarded
      .filter(({ method, path }) => method === 'GET' && /^[^{]*\{id\}$/.test(path))
      .map((row) => [mentionedBy(row).path[0], row.may]),
  )
  const unread = guarded.flatMap((row) =>
    mentionedBy(row).elsewhere.flatMap((id) =>
      Object.values(Role)
        .filter((role) => outcomeOf(row, role, 'full') === 'done' && readers.get(id)?.has(role) === false)
        .map((role) => `${row.operation}: ${role} refers to a ${exampleNames.get(id)}`),
    ),
  )
  expect(unread).toEqual([])
})

describe.each(guarded.map((row) => [`${row.method} ${row.path}`, row] as const))('%s', (_, row) => {
  test('does it for who may, and tells everybody else the same nothing', async () => {
    const request = requestOf(row, idAmong(own))
    const actual: Record<string, string> = {}
    const wanted: Record<string, Outcome> = {}
    const call = async ({ name, role, scope, person }: Caller) => {
      // What it begins is looked at by a second operation.
      const answer = await (row.operation === 'createUpload'
        ? undoing.keeping(() => send(row, person, request))
        : send(row, person, request))
      actual[name] = heard(row, answer)
      wanted[name] = outcomeOf(row, role, scope)
      const told = answer.raw.toString()
      for (const [thing, id] of Object.entries({ ...foreign, organization: other.organizationId }))
        expect(told.includes(id), `${name} is told ${thing} of another organization`).toBe(false)
    }
    // Those who write would wait for each other's locks, and of an organization's exports one is made at a time.
    if (row.writes || row.operation === 'exportOrganization') for (const caller of callers) await call(caller)
    else await Promise.all(callers.map(call))
    expect(actual, advice(row)).toEqual(wanted)
  })

  test('lets nobody in whom no token lets in', async () => {
    const request = requestOf(row, idAmong(own))
    await Promise.all(
      strangers.map(async ({ name, person, headers }) =>
        expect(heard(row, await send(row, person, request, headers)), name).toBe('unauthorized'),
      ),
    )
  })

  const { path, elsewhere } = mentionedBy(row)
  for (const id of path)
    test(`another organization's ${exampleNames.get(id)} in its path is as one that does not exist`, async () => {
      const missing = randomUUID()
      const there = (instead: string) => requestOf(row, (each) => (each === id ? instead : idAmong(own)(each)))
      const call = async ({ name, role, scope, person }: Caller) => {
        const wanted =
          outcomeOf(row, role, scope) === 'forbidden' && !isFound(row, role, scope) ? 'forbidden' : 'not_found'
        for (const instead of [foreign[things(id)] ?? '', missing])
          expect(heard(row, await send(row, person, there(instead))), `${name}, ${instead}`).toBe(wanted)
      }
      // What a token may only read it finds as the others of its role do: one of each scope tells.
      await Promise.all(callers.filter(({ role, scope }) => scope === 'full' || role === Role.owner).map(call))
    })
  for (const id of elsewhere)
    test(`another organization's ${exampleNames.get(id)} in what it is sent is as one that does not exist`, async () => {
      const there = (instead: string) => requestOf(row, (each) => (each === id ? instead : idAmong(own)(each)))
      const missing = randomUUID()
      for (const { name, person } of callers.filter(({ role, scope }) => outcomeOf(row, role, scope) === 'done')) {
        const [theirs, nobodys] = [
          await send(row, person, there(foreign[things(id)] ?? '')),
          await send(row, person, there(missing)),
        ]
        const said = (answer: Answer) =>
          `${answer.status} ${answer.raw.toString().replaceAll(missing, foreign[things(id)] ?? '')}`
        expect(said(theirs), name).toBe(said(nobodys))
      }
    })

  const column = rules[row.operation]?.column
  if (column)
    test('does it for whoever has made the thing', async () => {
      const [table = '', field = ''] = column.split('.')
      const [thing = ''] = path
      const value = field === 'host_ids' ? 'array[$1::uuid]' : '$1::uuid'
      const give = (to: Person) =>
        at.app.system.query(`update ${table} set ${field} = ${value} where organization_id = $2 and id = $3`, [
          to.id,
          at.organizationId,
          own[things(thing)],
        ])
      try {
        for (const role of Object.values(Role).filter((each) => row.may?.has(each))) {
          await give(at[role])
          expect(heard(row, await send(row, at[role], requestOf(row, idAmong(own)))), role).toBe('done')
        }
      } finally {
        await give(at.owner)
      }
    })
})
