import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Client, createClient } from 'graphql-ws'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { limits } from '#core/schema/limits'
import {
  LiveEventsDocument,
  type LiveEventsSubscription,
  type LiveEventsSubscriptionVariables,
} from '#schema/client/graphql'
import { type House, openHouse, startApp } from '../../harness/house.ts'
import { recordStatements } from '../../harness/statements.ts'
import { waitForSubscriptions } from '../../harness/subscriptions.ts'

let at: House
let url = ''
let stop: () => Promise<void>
const opened: Client[] = []

beforeAll(async () => {
  const started = await startApp()
  stop = started.stop
  await started.app.server.listen({ port: 0, host: '127.0.0.1' })
  url = `ws://127.0.0.1:${(started.app.server.server.address() as AddressInfo).port}/graphql`
  at = await openHouse(started.app)
})
afterEach(async () => {
  for (const client of opened.splice(0)) await client.dispose()
  await waitForSubscriptions(at, 0)
})
afterAll(() => stop())

/** `closed` resolves with the close code. */
function connect(token: string | null) {
  const closed = Promise.withResolvers<number>()
  const client = createClient({
    url,
    webSocketImpl: WebSocket,
    ...(token && { connectionParams: { authorization: `Bearer ${token}` } }),
    retryAttempts: 0,
    lazy: false,
    onNonLazyError: () => {},
    on: { closed: (event) => closed.resolve((event as { code: number }).code) },
  })
  opened.push(client)
  return { client, closed: closed.promise }
}

const live = (client: Client, variables: LiveEventsSubscriptionVariables = {}) =>
  client.iterate<LiveEventsSubscription>({ query: String(LiveEventsDocument), variables })

const resource = (event: LiveEventsSubscription | null | undefined) => event?.events.data as { id: string } | undefined

describe('a socket', () => {
  test('is rejected without a token, or with a malformed one', async () => {
    expect(await connect(null).closed).toBe(4403)
    expect(await connect('kontor_wrong').closed).toBe(4403)
  })
  test('shares one result for the same document and rights, and computes another for others', async () => {
    const query = 'subscription { invoiceChanged { event id invoice { introduction } } }'
    const askers = [at.owner, at.owner, at.owner, at.owner, at.accountant, at.owner]
    const queries = askers.map((_, index) => (index === 5 ? query.replace('event', 'kind: event') : query))
    const news = askers.map((person, index) => connect(person.token).client.iterate({ query: queries[index] ?? '' }))
    const next = news.map((iterator) => iterator.next())
    await waitForSubscriptions(at, askers.length)
    const { body: client } = await at.owner.rest('POST', '/clients', { name: 'Kunde' })
    const sent = recordStatements()
    const { body } = await at.owner.rest('POST', '/invoices', {
      ...{ client_id: client.id, issue_date: '2026-01-05', due_date: '2026-01-19', introduction: 'Erst' },
      line_items: [{ description: 'Arbeit', quantity: 1, unit_price_cents: 100, tax_rate: 19 }],
    })
    const answers = await Promise.all(next)
    const read = sent.take().filter((text) => text.includes('from invoices t') && text.includes('t.id = any'))
    sent.stop()
    for (const { value } of answers)
      expect(value.data.invoiceChanged).toMatchObject({ id: body.id, invoice: { introduction: 'Erst' } })
    expect(answers[5]?.value.data.invoiceChanged.kind).toBe('invoice.created')
    expect(read).toHaveLength(3)
    const again = news.map((iterator) => iterator.next())
    await at.owner.rest('PUT', `/invoices/${body.id}`, { introduction: 'Neu' })
    for (const { value } of await Promise.all(again)) expect(value.data.invoiceChanged.invoice.introduction).toBe('Neu')
  })
  test('reads Authorization in any case', async () => {
    for (const name of ['Authorization', 'AUTHORIZATION']) {
      const client = createClient({
        url,
        webSocketImpl: WebSocket,
        connectionParams: { [name]: `Bearer ${at.member.token}` },
        retryAttempts: 0,
      })
      opened.push(client)
      const { value } = await client.iterate<{ me: { role: string } }>({ query: '{ me { role } }' }).next()
      expect(value.data.me.role).toBe('member')
    }
  })
  test('answers queries with the same permissions', async () => {
    const { client } = connect(at.member.token)
    const answer = async (query: string) => (await client.iterate({ query }).next()).value
    expect(await answer('{ clients { total } }')).toEqual({ data: { clients: { total: expect.any(Number) } } })
    expect((await answer('{ invoices { total } }')).errors[0].extensions.code).toBe('forbidden')
  })
  test.each(['Z', ''])('runs no operation that the document lacks: "%s"', async (operationName) => {
    const { client } = connect(at.owner.token)
    const code = async (query: string) => {
      try {
        return (await client.iterate({ query, operationName }).next()).value.errors[0].extensions.code
      } catch (errors) {
        return (errors as { extensions: { code: string } }[])[0]?.extensions.code
      }
    }
    const total = async () => (await at.owner.rest('GET', '/tags')).body.total
    const before = await total()
    expect(await code('mutation A { createTag(input: { name: "Unbenannt" }) { id } }')).toBe('bad_request')
    expect(await code('query A { me { role } }')).toBe('bad_request')
    expect(await code('subscription A { events { id } }')).toBe('bad_request')
    expect(await total()).toBe(before)
  })
  test('reports the cost of a query or subscription that is too expensive', async () => {
    const { client } = connect(at.owner.token)
    const refused = async (query: string) => (await client.iterate({ query }).next()).value?.errors?.[0].extensions
    const projects = 'projects(perPage: 100) { client { projects(perPage: 100) { id name } } }'
    const expensive = { code: 'query_too_expensive', status: 422, limit: limits.cost }
    expect(await refused(`{ clients(perPage: 100) { clients { ${projects} } } }`)).toMatchObject(expensive)
    expect(await refused(`subscription { invoiceChanged { invoice { client { ${projects} } } } }`)).toMatchObject(
      expensive,
    )
  })
  test('gets a retry time if it is rate-limited or the database is away', async () => {
    const { client } = connect(at.owner.token)
    const refused = async (query: string) =>
      client
        .iterate({ query })
        .next()
        .then(
          ({ value }) => value.errors[0].extensions,
          (errors) => errors[0].extensions,
        )
    expect((await client.iterate({ query: '{ me { role } }' }).next()).value?.data).toBeTruthy()
    const { rateLimiter, database } = at.app.services
    const spent = { limit: 100, remaining: 0, resetsAt: Date.now() / 1000 + 30, allowed: false }
    for (const query of ['{ me { role } }', 'subscription { events { id } }']) {
      const counted = vi.spyOn(rateLimiter, 'countToken').mockResolvedValueOnce(spent)
      const { retryAfter, ...told } = await refused(query)
      expect(told).toEqual({ code: 'rate_limited', status: 429 })
      expect(retryAfter).toBeGreaterThan(20)
      counted.mockRestore()
    }
    const begun = vi
      .spyOn(database, 'begin')
      .mockRejectedValueOnce(Object.assign(new Error(), { code: 'ECONNREFUSED' }))
    expect(await refused('{ me { role } }')).toEqual({ code: 'unavailable', status: 503, retryAfter: 1 })
    begun.mockRestore()
  })
  test('waits once, however many events it resumes from', async () => {
    await at.owner.rest('POST', '/clients', { name: 'Vorher' })
    const after = (await at.owner.rest('GET', '/events?per_page=1')).body.events[0].id
    await at.owner.rest('POST', '/clients', { name: 'Nachher' })
    const { client } = connect(at.owner.token)
    const events = live(client, { after })
    expect((await events.next()).value?.data).toBeTruthy()
    await waitForSubscriptions(at)
  })
  test('is closed within five seconds after its token is revoked', { timeout: 15_000 }, async () => {
    const { body } = await at.viewer.rest('POST', '/tokens', { name: 'kurz' })
    const { client, closed } = connect(body.token)
    const events = live(client)
    const next = events.next().catch(() => null)
    await waitForSubscriptions(at)
    const revoked = Date.now()
    await at.viewer.rest('DELETE', `/tokens/${body.id}`)
    expect(await closed).toBe(4403)
    expect(Date.now() - revoked).toBeLessThan(5_000)
    await next
  })
  test('stays open while the database is away, and is closed once the token is known to be revoked', {
    timeout: 20_000,
  }, async () => {
    const { body } = await at.viewer.rest('POST', '/tokens', { name: 'stürmisch' })
    const { client, closed } = connect(body.token)
    const next = live(client)
      .next()
      .catch(() => null)
    await waitForSubscriptions(at)
    const rename = (from: string, to: string) =>
      at.app.system.query(`alter function ${from}(uuid, bytea, text) rename to ${to}`)
    await rename('enter', 'enter_away')
    const during = await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 5_000, 'open'))])
    await rename('enter_away', 'enter')
    expect(during).toBe('open')
    await at.viewer.rest('DELETE', `/tokens/${body.id}`)
    expect(await closed).toBe(4403)
    await next
  })
  test('has at most twenty subscriptions, even if requested at once', async () => {
    const socket = new WebSocket(url, 'graphql-transport-ws')
    await once(socket, 'open')
    const say = (message: object) => socket.send(JSON.stringify(message))
    say({ type: 'connection_init', payload: { authorization: `Bearer ${at.owner.token}` } })
    await once(socket, 'message')
    const refused: unknown[] = []
    socket.on('message', (data) => {
      const { type, payload } = JSON.parse(String(data))
      if (type === 'error') refused.push(payload)
    })
    for (let id = 1; id <= 25; id++)
      say({ type: 'subscribe', id: String(id), payload: { query: 'subscription { events { sequence } }' } })
    await expect.poll(() => refused.length, { timeout: 10_000 }).toBe(5)
    expect(refused[0]).toMatchObject([
      {
        message: 'Eine Verbindung hat höchstens 20 Subscriptions.',
        extensions: { code: 'rate_limited', status: 429, retryAfter: 30 },
      },
    ])
    // Endless requests are not answered for ever.
    const closed = once(socket, 'close')
    for (let id = 26; id <= 60; id++)
      say({ type: 'subscribe', id: String(id), payload: { query: 'subscription { events { sequence } }' } })
    expect((await closed)[0]).toBe(1013)
  })
  test('frees the slots of subscriptions that end before they begin', async () => {
    const socket = new WebSocket(url, 'graphql-transport-ws')
    const send = (message: object) => socket.send(JSON.stringify(message))
    const received: { type: string; id?: string }[] = []
    socket.on('message', (message) => received.push(JSON.parse(String(message))))
    await once(socket, 'open')
    send({ type: 'connection_init', payload: { authorization: `Bearer ${at.owner.token}` } })
    const query = 'subscription { invoiceChanged { __typename } }'
    await vi.waitFor(() => expect(received).toMatchObject([{ type: 'connection_ack' }]))
    for (let count = 0; count < 2 * limits.subscriptionsPerSocket; count++) {
      send({ id: `short-${count}`, type: 'subscribe', payload: { query } })
      send({ id: `short-${count}`, type: 'complete' })
    }
    // Answered last, as messages are processed in order.
    send({ id: 'me', type: 'subscribe', payload: { query: '{ me { id } }' } })
    await vi.waitFor(() => expect(received).toContainEqual({ id: 'me', type: 'complete' }))
    for (let count = 0; count < limits.subscriptionsPerSocket; count++)
      send({ id: `long-${count}`, type: 'subscribe', payload: { query } })
    await waitForSubscriptions(at, limits.subscriptionsPerSocket)
    socket.terminate()
    expect(received.filter(({ type }) => type === 'error')).toEqual([])
  })

  test.each([
    ['organization', { subscriptionsPerOrganization: 0 }, 'Eine Organisation hat höchstens 0 Subscriptions.'],
    ['member', { subscriptionsPerMember: 0 }, 'Ein Mitglied hat höchstens 0 Subscriptions.'],
  ])('has so many subscriptions of its %s as are left, and is told so beyond', async (_, least, message) => {
    const all = { ...limits }
    onTestFinished(() => void Object.assign(limits, all))
    Object.assign(limits, least)
    const { client } = connect(at.owner.token)
    const refused = client.iterate({ query: 'subscription { events { sequence } }' }).next()
    await expect(refused).rejects.toMatchObject([
      {
        message,
        extensions: { code: 'rate_limited', status: 429, retryAfter: 30 },
      },
    ])
  })
  test('is limited per token; closing one makes room', async () => {
    const { body } = await at.member.rest('POST', '/tokens', { name: 'viele' })
    const init = async () => {
      const socket = new WebSocket(url, 'graphql-transport-ws')
      await once(socket, 'open')
      socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${body.token}` } }))
      const outcome = await Promise.race([
        once(socket, 'message').then(() => 'open' as const),
        once(socket, 'close').then(([code]) => code as number),
      ])
      return { socket, outcome }
    }
    const sockets = await Promise.all(Array.from({ length: limits.socketsPerToken }, init))
    expect(new Set(sockets.map(({ outcome }) => outcome))).toEqual(new Set(['open']))
    expect((await init()).outcome).toBe(4429)
    const [first] = sockets
    first?.socket.terminate()
    await expect.poll(async () => (await init()).outcome).toBe('open')
    for (const { socket } of sockets) socket.terminate()
  })
  test('is limited per member across tokens, which leaves room for other members', async () => {
    const all = { ...limits }
    onTestFinished(() => void Object.assign(limits, all))
    Object.assign(limits, { socketsPerMember: 1 })
    const { body } = await at.accountant.rest('POST', '/tokens', { name: 'zweites' })
    const { client } = connect(at.accountant.token)
    await client.iterate({ query: '{ me { id } }' }).next()
    expect(await connect(body.token).closed).toBe(4429)
    const { value } = await connect(at.owner.token).client.iterate({ query: '{ me { id } }' }).next()
    expect(value.data).toEqual({ me: { id: at.owner.id } })
  })
  test('that sends without pause delays nobody, and is answered in full', async () => {
    const socket = new WebSocket(url, 'graphql-transport-ws')
    await once(socket, 'open')
    const say = (message: object) => socket.send(JSON.stringify(message))
    say({ type: 'connection_init', payload: { authorization: `Bearer ${at.owner.token}` } })
    await once(socket, 'message')
    let complete = 0
    socket.on('message', (data) => {
      if (JSON.parse(String(data)).type === 'complete') complete += 1
    })
    for (let id = 0; id < 500; id++)
      say({ type: 'subscribe', id: String(id), payload: { query: '{ clients { clients { id name } } }' } })
    const before = complete
    expect((await at.member.rest('GET', '/me')).status).toBe(200)
    expect(complete - before).toBeLessThan(500)
    await expect.poll(() => complete, { timeout: 20_000 }).toBe(500)
    socket.terminate()
  })
  test('rejects messages over 64 KB', async () => {
    const socket = new WebSocket(url, 'graphql-transport-ws')
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: 'x'.repeat(70_000) } }))
    const [code] = await once(socket, 'close')
    expect(code).toBe(1009)
  })
})

describe('subscribing to events', () => {
  test("delivers them live, in order, with the webhook's content", async () => {
    const { client } = connect(at.owner.token)
    const events = live(client, { names: ['client.created'] })
    const first = events.next()
    await waitForSubscriptions(at)
    const { body } = await at.owner.rest('POST', '/clients', { name: 'Live' })
    const shown = (await first).value?.data?.events
    expect(shown).toMatchObject({ event: 'client.created', data: body })
    const { body: second } = await at.owner.rest('POST', '/clients', { name: 'Zwei' })
    expect((await events.next()).value?.data?.events).toMatchObject({
      sequence: (shown?.sequence ?? 0) + 1,
      data: { id: second.id },
    })
  })
  test('resumes after an event without gaps', async () => {
    const ids: string[] = []
    for (let round = 0; round < 5; round++)
      ids.push((await at.owner.rest('POST', '/clients', { name: `N${round}` })).body.id)
    const feed = (await at.owner.rest('GET', '/events?per_page=100')).body.events
    const after = feed.find(({ data }: { data: { id: string } }) => data.id === ids[0]).id
    const { client } = connect(at.owner.token)
    const events = live(client, { after })
    const seen: (string | undefined)[] = []
    while (seen.length < 4) seen.push(resource((await events.next()).value?.data)?.id)
    expect(seen).toEqual(ids.slice(1))
  })
  test('delivers no other organization’s, nor those that the role may not read', async () => {
    const other = await openHouse(at.app)
    const { client } = connect(other.member.token)
    const events = live(client)
    const first = events.next()
    await waitForSubscriptions(other)
    await at.owner.rest('POST', '/clients', { name: 'Fremd' })
    const { body: own } = await other.owner.rest('POST', '/clients', { name: 'Eigen' })
    expect(resource((await first).value?.data)?.id).toBe(own.id)
    await other.owner.rest('POST', '/invoices', {
      client_id: own.id,
      issue_date: '2026-01-01',
      due_date: '2026-01-15',
      line_items: [{ description: 'x', quantity: 1, unit_price_cents: 100, tax_rate: 19 }],
    })
    const { body: later } = await other.owner.rest('POST', '/clients', { name: 'Danach' })
    expect(resource((await events.next()).value?.data)?.id).toBe(later.id)
  })
  test('is rejected for an unknown name or expired position', async () => {
    const { client } = connect(at.owner.token)
    const refused = async (args: LiveEventsSubscriptionVariables) => {
      try {
        const { value } = await live(client, args).next()
        return (value?.errors?.[0]?.extensions as { field: string } | undefined)?.field
      } catch (errors) {
        return (errors as { extensions: { field: string } }[])[0]?.extensions.field
      }
    }
    expect(await refused({ names: ['client.exploded'] })).toBe('names')
    expect(await refused({ after: '00000000-0000-4000-8000-000000000000' })).toBe('after')
  })
})

/** Buffers in use, without garbage. */
function keptBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().arrayBuffers
}

/** A socket with that many subscriptions to all events. */
async function listening(subscriptions: number) {
  const socket = new WebSocket(url, 'graphql-transport-ws')
  await once(socket, 'open')
  const say = (message: object) => socket.send(JSON.stringify(message))
  say({ type: 'connection_init', payload: { authorization: `Bearer ${at.owner.token}` } })
  await once(socket, 'message')
  for (let id = 1; id <= subscriptions; id += 1)
    say({ type: 'subscribe', id: String(id), payload: { query: 'subscription { events { sequence data } }' } })
  return socket
}

/** More than the kernel buffers for a socket (some megabytes). */
async function manyEvents() {
  await at.app.system.query(
    `insert into events (organization_id, id, sequence, name, created_at, body)
     select $1::uuid, gen_random_uuid(), s.last + i, 'client.created', now(), json_build_object('id', gen_random_uuid(), 'event',
       'client.created', 'created_at', '2026-01-01T00:00:00.000Z', 'organization_id', $1::uuid, 'actor', json_build_object('type', 'user',
       'id', null, 'name', 'x'), 'sequence', s.last + i, 'data', json_build_object('notes', repeat('x', 50000)))
     from event_sequences s, generate_series(1, 400) i where s.organization_id = $1`,
    [at.organizationId],
  )
  await at.app.system.query('update event_sequences set last = last + 400 where organization_id = $1', [
    at.organizationId,
  ])
}

describe('a client that does not read', () => {
  test('is disconnected with a reason, and at most one result is kept for it', { timeout: 60_000 }, async () => {
    const socket = await listening(1)
    const first = once(socket, 'message')
    await waitForSubscriptions(at)
    await at.owner.rest('POST', '/clients', { name: 'Erster' })
    await first
    socket.pause()
    const before = keptBytes()
    await manyEvents()
    await at.owner.rest('POST', '/clients', { name: 'Weckt' })
    await new Promise((resolve) => setTimeout(resolve, 6_000))
    // V8 frees buffers in a thread, later on a busy machine.
    await expect.poll(() => keptBytes() - before, { timeout: 15_000, interval: 500 }).toBeLessThan(15_000_000)
    const closed = once(socket, 'close')
    socket.resume()
    const [code, reason] = await closed
    expect([code, String(reason)]).toEqual([1013, 'You read too slowly: resume with after.'])
  })
  test('frees its slots when disconnected, before its socket has closed', async () => {
    const deaf = await listening(4)
    const { client } = connect(at.owner.token)
    const events = live(client)
    const first = events.next()
    await waitForSubscriptions(at, 5)
    await at.owner.rest('POST', '/clients', { name: 'Vorher' })
    await first
    deaf.pause()
    await manyEvents()
    const { body } = await at.owner.rest('POST', '/clients', { name: 'Danach' })
    for await (const { data } of events) if (resource(data)?.id === body.id) break
    // The client has not noticed yet, as the close frame is behind unread data.
    expect(deaf.readyState).toBe(deaf.OPEN)
    deaf.terminate()
  })
})

describe('invoiceChanged', () => {
  test('delivers the event with the current invoice, or null if deleted', async () => {
    const { client } = connect(at.accountant.token)
    const query = 'subscription { invoiceChanged { event id invoice { status totalCents client { name } } } }'
    const changes = client.iterate<{ invoiceChanged: unknown }>({ query })
    const first = changes.next()
    await waitForSubscriptions(at)
    const { body: buyer } = await at.owner.rest('POST', '/clients', { name: 'Käufer' })
    const { body: draft } = await at.owner.rest('POST', '/invoices', {
      client_id: buyer.id,
      issue_date: '2026-01-01',
      due_date: '2026-01-15',
      line_items: [{ description: 'x', quantity: 1, unit_price_cents: 100, tax_rate: 19 }],
    })
    const invoice = { status: 'draft', totalCents: 119, client: { name: 'Käufer' } }
    expect((await first).value?.data?.invoiceChanged).toEqual({ event: 'invoice.created', id: draft.id, invoice })
    await at.owner.rest('DELETE', `/invoices/${draft.id}`)
    const gone = { event: 'invoice.deleted', id: draft.id, invoice: null }
    expect((await changes.next()).value?.data?.invoiceChanged).toEqual(gone)
  })
  test('is rejected without permission to read invoices', async () => {
    const { client } = connect(at.member.token)
    const refused = (await client.iterate({ query: 'subscription { invoiceChanged { id } }' }).next()).value
    expect(refused.errors[0].extensions.code).toBe('forbidden')
  })
})
