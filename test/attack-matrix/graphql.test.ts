import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createLinkToken } from '#core/access/link-token'
import { hashPassword } from '#core/access/password'
import { type Permission, Role } from '#core/access/policy'
import { createSchemas, examples } from '../../src/app.ts'
import { ownOrigin, password } from '../harness/browser-session.ts'
import { exampleOperation, hasRoute, rootOf } from '../harness/example-operation.ts'
import { createFixtures, exampleNames } from '../harness/fixtures.ts'
import { type House, house, openHouse, type Person } from '../harness/house.ts'
import { type Caller, callersOf, mint, strangersOf } from './callers.ts'
import { idAmong, idsIn, undoEverything, withIds } from './requests.ts'
import { outcomeOf } from './rules.ts'

// Every root field that needs a token, as rest.test.ts has every route. Those without a route have no example: their row
// stands here.

const at = house()
let other: House
let own: Record<string, string> = {}
let foreign: Record<string, string> = {}
let callers: Caller[] = []
let sessions: Record<Role, string>
let strangers: Awaited<ReturnType<typeof strangersOf>> = []

interface WithoutRoute {
  variables?: Record<string, unknown>
  /** The code that who is let in hears, where no request can be right: the code of an app, the answer of a passkey. */
  hears?: string
  /** Whether it is for a browser that has signed in: a token is refused, whoever it is of. */
  needsSession?: true
}

const code = { code: '000000' }
const { things } = examples
const period = { from: '2026-01-01', to: '2026-01-31' }

const withoutRoute: Readonly<Record<string, WithoutRoute>> = {
  accountingExport: { variables: { format: 'csv', ...period } },
  organizationExport: {},
  timeExport: { variables: period },
  billReadUrl: {},
  paymentImportUrl: {},
  uploadUrl: {},
  liveTicket: {},
  hasSecondFactor: { variables: { memberId: things.member } },
  resetSecondFactor: { variables: { memberId: things.member }, needsSession: true, hears: 'invalid_state' },
  confirmIdentity: { variables: { currentPassword: password }, needsSession: true },
  confirmIdentityWithPasskey: { variables: { ticket: 'x', response: {} }, needsSession: true, hears: 'invalid_state' },
  requireSecondFactor: { variables: { required: false }, needsSession: true },
  endSessionsOfMember: { variables: { memberId: things.member } },
  passkeys: {},
  baseRates: {},
  // There is one already; and the organization may not be the one that runs the installation.
  addBaseRate: { variables: { input: { validFrom: '2016-07-01', percent: 1 } }, hears: 'invalid_state' },
  secondFactor: {},
  sessions: {},
  endSession: { variables: { id: 'session' } },
  endOtherSessions: {},
  deleteOwnTokens: {},
  signOut: {},
  changePassword: { variables: { currentPassword: password, newPassword: 'ein-anderes-pferd-77' }, needsSession: true },
  changeOwnEmail: { variables: { email: 'neu@kontor.example', currentPassword: password }, needsSession: true },
  setUpTotp: { variables: { currentPassword: password }, needsSession: true },
  confirmTotp: { variables: code, needsSession: true, hears: 'forbidden: code' },
  createRecoveryCodes: { variables: code, needsSession: true, hears: 'invalid_state' },
  disableTotp: { variables: code, needsSession: true, hears: 'invalid_state' },
  // The service of the tests has a number as its address.
  startPasskey: { variables: { currentPassword: password }, needsSession: true, hears: 'invalid_state' },
  createPasskey: {
    variables: { name: 'Telefon', ticket: 'x', response: {} },
    needsSession: true,
    hears: 'invalid_state',
  },
  deletePasskey: { variables: { id: 'passkey' }, needsSession: true },
}

/** What gives access that outlasts a session, or discloses something for good: it asks for a new proof of identity. */
const needsRecentProof = new Set([
  'createToken',
  'createWebhook',
  'rotateWebhookSecret',
  'createCalendarFeed',
  'createCalendarConnection',
  'createMember',
  'updateMember',
  'requireSecondFactor',
  'resetSecondFactor',
  'eraseClient',
  'eraseGuest',
  'eraseMember',
  'endOrganization',
])
/** A session of the owner whose proof is an hour old. */
let unproved: string

beforeAll(async () => {
  other = await openHouse(at.app)
  own = await createFixtures(at).all()
  foreign = await createFixtures(other).all()
  for (const [ids, each] of [
    [own, at],
    [foreign, other],
  ] as const) {
    ids.session = await mint(each, each.owner.id, createLinkToken(each.organizationId).hash, { kind: 'session' })
    ids.passkey = randomUUID()
    await at.app.system.query(
      `insert into passkeys (organization_id, id, created_at, member_id, name, credential_id, public_key, sign_count, transports)
       values ($1, $2, now(), $3, 'Telefon', $4, '\\x00', 0, '{}')`,
      [each.organizationId, ids.passkey, each.owner.id, randomUUID()],
    )
  }
  await at.app.system.query('update members set password_hash = $1 where id = any($2)', [
    await hashPassword(password, 4),
    Object.values(Role).map((role) => at[role].id),
  ])
  callers = await callersOf(at)
  const cookies: [Role, string][] = []
  for (const role of Object.values(Role)) {
    const { token, hash } = createLinkToken(at.organizationId)
    await mint(at, at[role].id, hash, { kind: 'session' })
    cookies.push([role, `kontor_session=${token}`])
  }
  const { token, hash } = createLinkToken(at.organizationId)
  const id = await mint(at, at.owner.id, hash, { kind: 'session' })
  await at.app.system.query("update tokens set proved_at = now() - interval '1 hour' where id = $1", [id])
  unproved = `kontor_session=${token}`
  sessions = Object.fromEntries(cookies) as Record<Role, string>
  strangers = (await strangersOf(at)).filter(({ headers }) => !headers)
  undoEverything(at.app)
  const calendar = { url: 'https://cloud.example.com/arbeit/', name: 'Arbeit', isWritable: true }
  vi.spyOn(at.app.services.calendarServers, 'discover').mockResolvedValue([calendar])
}, 300_000)
afterAll(() => vi.restoreAllMocks())

const { schema } = createSchemas()

const fields = (['query', 'mutation'] as const).flatMap((kind) =>
  Object.values(rootOf(schema, kind))
    .filter(({ extensions }) => !extensions.public && !extensions.anybody)
    .map(({ name, extensions }) => ({ kind, name, may: extensions.may as Permission, writes: kind === 'mutation' })),
)

type Row = (typeof fields)[number]

/** An id of an example, or the name of a thing that no example is about. */
const realId = (ids: Record<string, string>) => (id: string) => ids[id] ?? idAmong(ids)(id)

function operationOf({ kind, name }: Row) {
  const row = withoutRoute[name]
  if (!hasRoute(name) && !row)
    throw new Error(
      `${name} has no route, and so no example: give it a row in test/attack-matrix/graphql.test.ts (withoutRoute).`,
    )
  return exampleOperation(kind, name, hasRoute(name) ? undefined : (row?.variables ?? {}))
}

/** What is told to everybody who may not, whatever they asked for. */
const messages: Record<string, string> = {
  forbidden: 'Dazu fehlt die Berechtigung.',
  not_found: 'Nicht gefunden.',
  unauthorized: 'Das Token fehlt oder ist ungültig.',
}

interface Told {
  data: Record<string, unknown> | null
  errors?: { message: string; path?: unknown; extensions: { code: string; status: number; field?: string } }[]
}

/** An answer as one word; a refusal that says more than that it is one is another. */
function heard({ name }: Row, { data, errors }: Told): string {
  // What is one's own and is not there is null.
  if (!errors) return data?.[name] == null ? 'not_found' : 'done'
  const [first] = errors
  const { code = '', status, ...more } = first?.extensions ?? {}
  if (errors.length > 1 || data?.[name] != null) return JSON.stringify({ data, errors })
  if (!(code in messages)) return code
  if ('field' in more) return `${code}: ${more.field}`
  return first?.message === messages[code] && !Object.keys(more).length ? code : JSON.stringify(first)
}

async function ask(who: Person, { text }: { text: string }, variables: object, cookie?: string): Promise<Told> {
  if (!cookie) return who.graphql(text, variables)
  const answer = await at.app.server.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', cookie, ...ownOrigin },
    payload: JSON.stringify({ query: text, variables }),
  })
  return answer.json()
}

test('every row is about a field without a route', () => {
  const names = new Set(fields.map(({ name }) => name))
  expect(Object.keys(withoutRoute).filter((name) => !names.has(name) || hasRoute(name))).toEqual([])
})

describe.each(fields.map((row) => [row.name, row] as const))('%s', (_, row) => {
  const { name, may, writes } = row
  const { needsSession = false, hears = 'done' } = withoutRoute[name] ?? {}
  const asked = { operation: name, may, writes }

  test('does it for who may, and tells everybody else the same nothing', async () => {
    const operation = operationOf(row)
    const variables = withIds(operation.variables, realId(own))
    const actual: Record<string, string> = {}
    const wanted: Record<string, string> = {}
    const call = async ({ name: who, role, scope, person }: Caller) => {
      const answer = await ask(person, operation, variables)
      const outcome = outcomeOf(asked, role, scope)
      actual[who] =
        answer.errors?.[0]?.extensions.code === 'forbidden' && needsSession ? 'forbidden' : heard(row, answer)
      wanted[who] = needsSession && outcome !== 'not_found' ? 'forbidden' : outcome === 'done' ? hears : outcome
      if (!needsSession || scope === 'read') return
      actual[`${role}, session`] = heard(row, await ask(at.nobody, operation, variables, sessions[role]))
      wanted[`${role}, session`] = outcome === 'done' ? hears : outcome
    }
    // Those who write would wait for each other's locks.
    if (writes) for (const caller of callers) await call(caller)
    else await Promise.all(callers.map(call))
    expect(
      actual,
      `${name}: where the policy refuses a role that @May names, it has its rule in test/attack-matrix/rules.ts. Heard:`,
    ).toEqual(wanted)
  })

  if (writes)
    test('asks a session for a new proof where it gives access, and only there', async () => {
      const operation = operationOf(row)
      const answer = await ask(at.nobody, operation, withIds(operation.variables, realId(own)), unproved)
      expect(heard(row, answer) === 'reauthentication_required').toBe(needsRecentProof.has(name))
    })

  test('lets nobody in whom no token lets in', async () => {
    const operation = operationOf(row)
    const call = async ({ name: who, person }: (typeof strangers)[number]) => {
      const answer = (await ask(person, operation, withIds(operation.variables, realId(own)))) as Told & {
        error?: string
      }
      expect(answer.error ?? heard(row, answer), who).toBe('unauthorized')
    }
    await Promise.all(strangers.map(call))
  })

  const operation = hasRoute(name) || withoutRoute[name] ? operationOf(row) : undefined
  const text = JSON.stringify(operation?.variables ?? {})
  const ids = [...idsIn(operation?.variables), ...['session', 'passkey'].filter((id) => text.includes(`"${id}"`))]
  for (const id of operation ? ids : [])
    test(`another organization's ${exampleNames.get(id) ?? id} is as one that does not exist`, async () => {
      const missing = randomUUID()
      const theirs = foreign[exampleNames.get(id) ?? id] ?? expect.unreachable(id)
      const isSubject = operation?.variables.id === id || operation?.variables.taskId === id
      for (const { name: who, role, scope, person } of callers.filter(({ scope }) => scope === 'full')) {
        const cookie = needsSession ? sessions[role] : undefined
        const answers = []
        for (const instead of [theirs, missing])
          answers.push(
            await ask(
              person,
              operation as never,
              withIds(operation?.variables ?? {}, (each) => (each === id ? instead : realId(own)(each))),
              cookie,
            ),
          )
        const [one, none] = answers.map((answer) => JSON.stringify(answer).replaceAll(missing, theirs))
        expect(one, who).toBe(none)
        if (isSubject && outcomeOf(asked, role, scope) === 'done')
          expect(heard(row, answers[0] as Told), who).toBe('not_found')
      }
    })
})
