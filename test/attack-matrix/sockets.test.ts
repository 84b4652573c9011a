import { randomUUID } from 'node:crypto'
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { getNamedType, isObjectType } from 'graphql'
import { type Client, createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { Doc } from 'yjs'
import { type Permission, Role } from '#core/access/policy'
import { pages } from '#features/content/pages/page.policy'
import { createMemberByCommand } from '#features/people/members/create-member-by-command'
import { createSchemas, examples } from '../../src/app.ts'
import { type EventName, resourceOfEvent } from '../../src/events.ts'
import { exampleOperation, rootOf } from '../harness/example-operation.ts'
import { createFixtures, fixtures } from '../harness/fixtures.ts'
import { createPerson, type House, house, openHouse, type Person } from '../harness/house.ts'
import { socketUrl, waitForSubscriptions } from '../harness/subscriptions.ts'
import { type Caller, callersOf, strangersOf } from './callers.ts'
import { idAmong, withIds } from './requests.ts'

// Every subscription and every live document × every role × what its token may × own, other and no organization.

const { schema } = createSchemas()
const at = house()
let other: House
let own: Record<string, string> = {}
let foreign: Record<string, string> = {}
let callers: Caller[] = []
let strangers: Awaited<ReturnType<typeof strangersOf>> = []
let url = ''

beforeAll(async () => {
  url = await socketUrl(at.app)
  other = await openHouse(at.app)
  own = await createFixtures(at).all()
  foreign = await createFixtures(other).all()
  callers = await callersOf(at)
  strangers = (await strangersOf(at)).filter(({ headers }) => !headers)
}, 300_000)

const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing) await close()
})

/** What the subscriptions that need something are about. */
const variablesOf: Readonly<Record<string, Record<string, string>>> = {
  boardChanged: { projectId: examples.things.project ?? '' },
}

const subscriptions = Object.values(rootOf(schema, 'subscription')).map(({ name, type, extensions }) => {
  const { text, variables } = exampleOperation('subscription', name, variablesOf[name] ?? {})
  const named = getNamedType(type)
  // All that its events say by themselves, and which resource they show.
  const fields = isObjectType(named) ? Object.values(named.getFields()) : []
  const selection = fields.map(
    (field) => `${field.name}${isObjectType(getNamedType(field.type)) ? ' { __typename }' : ''}`,
  )
  return {
    name,
    may: extensions.may as Permission,
    text: text.replace('{ __typename }', `{ ${selection.join(' ')} }`),
    variables,
  }
})

interface Told {
  data?: Record<string, Record<string, unknown> | null> | null
  errors?: { extensions: { code: string } }[]
}

/** A socket of a token. */
function connect({ token }: Person) {
  const closed = Promise.withResolvers<number>()
  const client: Client = createClient({
    url,
    webSocketImpl: WebSocket,
    ...(token && { connectionParams: { authorization: `Bearer ${token}` } }),
    retryAttempts: 0,
    lazy: false,
    onNonLazyError: () => {},
    on: { closed: (event) => closed.resolve((event as { code: number }).code) },
  })
  closing.push(() => client.dispose())
  return { client, closed: closed.promise }
}

/** What a subscription tells, as it comes, and the refusal that ends it. */
function follow(client: Client, query: string, variables: Record<string, unknown>) {
  const told: Told[] = []
  const refused = Promise.withResolvers<string>()
  client.subscribe<Record<string, Record<string, unknown>>>(
    { query, variables },
    {
      next: (answer) => {
        told.push(answer as Told)
        if (answer.errors) refused.resolve(JSON.stringify(answer.errors))
      },
      error: (errors) => refused.resolve(JSON.stringify(errors)),
      complete: () => refused.resolve('ended'),
    },
  )
  return { told, refused: refused.promise }
}

describe('every subscription', () => {
  test('follows for who may, tells nothing of another organization, and everybody else the same nothing', {
    timeout: 120_000,
  }, async () => {
    const running: { name: string; caller: Caller; told: Told[] }[] = []
    const refusals = new Set<string>()
    for (const caller of callers) {
      const { client } = connect(caller.person)
      for (const { name, may, text, variables } of subscriptions) {
        const { told, refused } = follow(client, text, withIds(variables, idAmong(own)))
        if (may.has(caller.role)) running.push({ name, caller, told })
        else refusals.add((await refused).replaceAll(/"(path|locations)":\[.*?\],?/g, ''))
      }
    }
    expect([...refusals]).toHaveLength(1)
    expect([...refusals][0]).toContain('"code":"forbidden"')
    await waitForSubscriptions(at, running.length)

    await createFixtures(other).all()
    await createFixtures(at).all()
    const { body: last } = await at.owner.rest('POST', '/clients', { name: 'Zuletzt' })
    const eventsOf = ({ told, name }: (typeof running)[number]) =>
      told.map(({ data }) => data?.[name] as Record<string, unknown>)
    const ofAll = running.filter(({ name }) => name === 'events')
    await expect
      .poll(
        () => ofAll.filter((one) => eventsOf(one).some((event) => JSON.stringify(event).includes(last.id))).length,
        { timeout: 25_000 },
      )
      .toBe(ofAll.length)

    const theirs = [other.organizationId, ...Object.values(foreign)]
    for (const one of running) {
      const text = JSON.stringify(one.told)
      expect(one.told, `${one.name} tells ${one.caller.name} nothing at all`).not.toEqual([])
      for (const id of theirs) expect(text.includes(id), `${one.name} tells ${one.caller.name} of ${id}`).toBe(false)
    }
    // Each is told what the owner is, but for what their role may not read.
    const namesOf = (one: (typeof running)[number]) => eventsOf(one).map(({ id, event }) => `${event} ${id}`)
    const everything = namesOf(ofAll[0] as (typeof running)[number])
    for (const one of ofAll) {
      const readable = everything.filter((line) => {
        const resource = resourceOfEvent[line.split(' ')[0] as EventName]
        return at.app.services.readable[resource]?.has(one.caller.role)
      })
      expect(namesOf(one), one.caller.name).toEqual(readable)
    }
  })

  test('is open to nobody whom no token lets in', async () => {
    for (const { name, person: stranger } of strangers) expect(await connect(stranger).closed, name).toBe(4403)
  })

  for (const { name, text, variables } of subscriptions.filter(({ variables }) => Object.keys(variables).length))
    test(`${name} follows another organization's as one that does not exist`, async () => {
      const { client } = connect(at.owner)
      const missing = randomUUID()
      const said: string[] = []
      for (const ids of [foreign, Object.fromEntries(Object.keys(foreign).map((thing) => [thing, missing]))]) {
        const { told, refused } = follow(client, text, withIds(variables, idAmong(ids)))
        const answer = await Promise.race([
          refused,
          new Promise<string>((resolve) => setTimeout(resolve, 300, 'waits')),
        ])
        said.push(answer)
        expect(told).toEqual([])
      }
      expect(said[0]).toBe(said[1])
    })
})

/** A live document, as an editor opens it. */
function edit(name: string, { token }: Person) {
  const said = Promise.withResolvers<string>()
  const closed = Promise.withResolvers<number>()
  const socket = new HocuspocusProviderWebsocket({
    url: url.replace('/graphql', '/live'),
    WebSocketPolyfill: WebSocket,
  })
  const provider = new HocuspocusProvider({
    websocketProvider: socket,
    name,
    document: new Doc(),
    token: token ?? '-',
    onAuthenticationFailed: ({ reason }) => said.resolve(reason),
    onAuthenticated: () => said.resolve(`${provider.authorizedScope}`),
    onClose: ({ event }) => closed.resolve(event.code),
  })
  provider.attach()
  const leave = () => {
    provider.destroy()
    socket.destroy()
  }
  return { said: said.promise, closed: closed.promise, leave }
}

/** Opens a live document and leaves it; answers its scope, or why it was not opened. */
async function open(name: string, person: Person): Promise<string> {
  const { said, leave } = edit(name, person)
  return said.finally(leave)
}

describe('every live document', () => {
  test('is a page; another one has its row here', async () => {
    const said = await Promise.all(
      Object.keys(fixtures).map(async (thing) => [thing, await open(`${thing}.${own[thing]}`, at.owner)] as const),
    )
    expect(said.filter(([, scope]) => scope !== 'not_found')).toEqual([['page', 'read-write']])
  }, 120_000)

  test('opens for who may, to be read or written, and is nothing to everybody else', async () => {
    await Promise.all([
      ...callers.map(async ({ name, role, scope, person: who }) => {
        const writes = pages.write.has(role) && scope === 'full'
        const wanted = !pages.read.has(role) ? 'forbidden' : writes ? 'read-write' : 'readonly'
        expect(await open(`page.${own.page}`, who), name).toBe(wanted)
        for (const id of [foreign.page, randomUUID()])
          expect(await open(`page.${id}`, who), name).toBe(wanted === 'forbidden' ? wanted : 'not_found')
      }),
      ...strangers.map(async ({ name, person: who }) =>
        expect(await open(`page.${own.page}`, who), name).toBe('unauthorized'),
      ),
    ])
  }, 120_000)
})

describe('what is open when somebody loses it', () => {
  /** A member with a socket and a live document, neither of which looks by itself whether its token is still good. */
  async function somebody() {
    const made = await createMemberByCommand(at.app.system, {
      organizationId: at.organizationId,
      role: Role.member,
      email: `${randomUUID()}@kontor.example`,
    })
    const who = createPerson(at.app, at.organizationId, made.memberId, made.token)
    vi.useFakeTimers({ toFake: ['setInterval'] })
    try {
      const socket = connect(who)
      const { told } = follow(socket.client, 'subscription { events { event } }', {})
      const editor = edit(`page.${own.page}`, who)
      closing.push(editor.leave)
      expect(await editor.said).toBe('read-write')
      // It follows from some moment on.
      while (!told.length) await at.owner.rest('POST', '/clients', { name: 'Anfang' })
      return { who, socket, editor, told }
    } finally {
      vi.useRealTimers()
    }
  }
  const until = async (is: () => boolean) => {
    while (!is()) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  test.each<[string, (who: Person) => Promise<unknown>]>([
    ['they are removed', (who) => at.owner.rest('DELETE', `/members/${who.id}`)],
    [
      'their token is revoked',
      async (who) => {
        const { tokens } = (await who.rest('GET', '/tokens')).body
        await at.owner.rest('DELETE', `/tokens/${tokens[0].id}`)
      },
    ],
    ['they revoke their own tokens', (who) => who.graphql('mutation { deleteOwnTokens }')],
  ])('is closed at once where %s', async (_, lose) => {
    const { who, socket, editor } = await somebody()
    await lose(who)
    expect(await socket.closed).toBe(4403)
    expect(await editor.closed).toBe(4401)
  })

  test('is closed where they have to set up a second factor first', async () => {
    const { who, socket, editor } = await somebody()
    await at.app.system.query("update tokens set scope = 'setup' where member_id = $1", [who.id])
    at.app.services.bus.publish('access', `${at.organizationId}/${who.id}`)
    expect(await editor.closed).toBe(4401)
    expect(await open(`page.${own.page}`, who)).toBe('second_factor_required')
    await at.owner.rest('POST', '/clients', { name: 'Ende' })
    expect(await socket.closed).toBe(4403)
  })

  test('is closed, or tells less, at once where their role may less', async () => {
    const { who, socket, editor, told } = await somebody()
    await at.owner.rest('PUT', `/members/${who.id}`, { role: 'auditor' })
    expect(await editor.closed).toBe(4401)
    const before = told.length
    await at.owner.rest('POST', '/tasks', { title: 'Nichts', project_id: own.project, column_id: own.emptyColumn })
    const { body } = await at.owner.rest('POST', '/clients', { name: 'Ende' })
    await at.owner.rest('PUT', `/clients/${body.id}`, { name: 'Am Ende' })
    const names = () => told.slice(before).map(({ data }) => data?.events?.event)
    await until(() => names().includes('client.updated'))
    expect(names().filter((name) => !`${name}`.startsWith('client.'))).toEqual([])
    await socket.client.dispose()
  })
})

test('every role has its row', () => {
  expect(new Set(callers.map(({ role }) => role))).toEqual(new Set(Object.values(Role)))
})
