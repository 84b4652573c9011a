import type { AddressInfo } from 'node:net'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { operateAsSystem } from '#core/operation/operation'
import { Contract } from '#features/billing/contracts/contract.entity'
import { signableContract } from '#features/billing/contracts/signable-contract'
import { markOverdue } from '#features/billing/invoices/overdue'
import { expireQuotes } from '#features/billing/quotes/expire-quotes'
import { createSchemas } from '../../src/app.ts'
import { catalogue, type EventName, resourceOfEvent } from '../../src/events.ts'
import { subscribe, until } from '../features/platform/webhooks/subscriber.ts'
import { createFixtures, fixtures } from '../harness/fixtures.ts'
import { type House, type Method, openHouse, startApp } from '../harness/house.ts'
import { startTlsReceiver, type TlsReceiver } from '../peers/tls-receiver.ts'

// Every event of the catalogue is fired by a real operation, as soon as its feature exists, and leaves on four ways
// with one id and one body: webhook, feed, subscription, internal listener.

interface Resource {
  id: string
}

let hook: TlsReceiver
let stop: () => Promise<void>
let at: House
const ended = new AbortController()
const live: { id: string }[] = []
const heard: { id: string; body: string }[] = []
let unsubscribe = () => {}

beforeAll(async () => {
  hook = await startTlsReceiver()
  hook.answer({ status: 204 })
  const started = await startApp({ env: { WEBHOOK_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8,::1/128' } })
  stop = started.stop
  await started.app.work()
  await started.app.server.listen({ port: 0, host: '127.0.0.1' })
  at = await openHouse(started.app)
  await subscribe(at, hook.url)
  const { port } = started.app.server.server.address() as AddressInfo
  const socket = createClient({
    url: `ws://127.0.0.1:${port}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${at.owner.token}` },
  })
  const query =
    'subscription { events { id event createdAt organizationId actor { type id name } sequence data changes } }'
  unsubscribe = socket.subscribe(
    { query },
    { next: ({ data }) => live.push((data as { events: { id: string } }).events), error: () => {}, complete: () => {} },
  )
  const listen = async () => {
    for await (const event of at.app.services.eventTails.follow(at.organizationId, 0, ended.signal)) heard.push(event)
  }
  void listen()
  // A subscription is not acknowledged: it is there once it shows something.
  await until(
    async () => {
      await make('prospect')
      return live.length
    },
    (shown) => shown > 0,
    30_000,
  )
}, 60_000)

afterAll(async () => {
  unsubscribe()
  ended.abort()
  await stop()
  await hook.close()
})

async function ok(method: Method, path: string, body?: object): Promise<Resource> {
  const answer = await at.owner.rest(method, path, body)
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}
const post = (path: string, body?: object) => ok('POST', path, body)
const put = (path: string, body: object) => ok('PUT', path, body)
const patch = (path: string, body?: object) => ok('PATCH', path, body)
/** Deletes a resource, and answers how it was last. */
const remove = async (collection: string, resource: Resource) => {
  await ok('DELETE', `/${collection}/${resource.id}`)
  return resource
}
/** A new thing with all that it needs, as the operation that made it answered. */
const make = (name: string): Promise<Resource> => {
  const fixture = fixtures[name]
  return fixture ? fixture(createFixtures(at)) : expect.unreachable(`no feature has a fixture for ${name}`)
}
const pay = async (amount_cents: number) => {
  await post(`/invoices/${(await make('sent')).id}/payments`, { amount_cents, paid_at: '2026-02-10', method: 'cash' })
  return undefined
}

/** What fires each event, and the resource as the operation answered it, where it did. */
const operations: Partial<Record<EventName, () => Promise<Resource | undefined>>> = {
  'client.created': () => make('client'),
  'client.updated': async () => put(`/clients/${(await make('client')).id}`, { name: 'Anders' }),
  'client.deleted': async () => remove('clients', await make('client')),
  'invoice.created': () => make('draft'),
  'invoice.updated': async () => put(`/invoices/${(await make('draft')).id}`, { introduction: 'Guten Tag' }),
  'invoice.deleted': async () => remove('invoices', await make('draft')),
  'invoice.sent': () => make('sent'),
  'invoice.partially_paid': () => pay(100),
  'invoice.paid': () => pay(104_720),
  'invoice.overdue': async () => {
    await make('sent')
    await markOverdue(at.app.services, at.app.system)
    return undefined
  },
  'contract.created': () => make('contract'),
  'contract.signed': async () => {
    const { id } = await make('sentContract')
    await operateAsSystem(at.app.services, at.organizationId, async (context) =>
      signableContract.sign(context, await context.load(Contract, id), { name: 'Kim Sommer', at: new Date() }),
    )
    return undefined
  },
  'contract.cancelled': async () => post(`/contracts/${(await make('signedContract')).id}/cancel`),
  'quote.created': () => make('quote'),
  'quote.updated': async () => put(`/quotes/${(await make('quote')).id}`, { introduction: 'Guten Tag' }),
  'quote.deleted': async () => remove('quotes', await make('quote')),
  'quote.sent': () => make('sentQuote'),
  'quote.signed': () => make('signedQuote'),
  'quote.rejected': async () => post(`/quotes/${(await make('sentQuote')).id}/reject`, { reason: 'zu teuer' }),
  'quote.expired': async () => {
    await at.app.system.query('update quotes set valid_until = $1 where id = $2', [
      '2026-01-31',
      (await make('sentQuote')).id,
    ])
    await expireQuotes(at.app.services, at.app.system)
    return undefined
  },
  'quote.converted': async () => {
    const { id } = await make('signedQuote')
    await post(`/quotes/${id}/convert-to-invoice`)
    return ok('GET', `/quotes/${id}`)
  },
  'reminder.sent': () => make('reminder'),
  'project.created': () => make('project'),
  'project.updated': async () => put(`/projects/${(await make('project')).id}`, { name: 'Anders' }),
  'project.archived': async () => patch(`/projects/${(await make('project')).id}/status`, { status: 'archived' }),
  'project.deleted': async () => remove('projects', await make('project')),
  'booking.created': async () => ok('GET', `/bookings/${(await make('booking')).id}`),
  'booking.cancelled': async () => post(`/bookings/${(await make('booking')).id}/cancel`),
  'booking.rescheduled': async () =>
    post(`/bookings/${(await make('booking')).id}/reschedule`, { start: '2100-12-01T09:00:00Z' }),
  'task.created': () => make('task'),
  'task.updated': async () => put(`/tasks/${(await make('task')).id}`, { title: 'Anders' }),
  'task.completed': async () => patch(`/tasks/${(await make('task')).id}/toggle-done`),
  'task.assigned': () => make('task'),
  'task.moved': async () => {
    const { one } = createFixtures(at)
    return patch(`/tasks/${await one('task')}/move`, { column_id: await one('emptyColumn'), position: 0 })
  },
  'task.deleted': async () => remove('tasks', await make('task')),
  'subtask.created': () => make('subtask'),
  'subtask.completed': async () => patch(`/subtasks/${(await make('subtask')).id}/toggle-done`),
  'subtask.deleted': async () => remove('subtasks', await make('subtask')),
  'comment.created': () => make('comment'),
  'absence.created': () => make('absence'),
  'absence.updated': async () => put(`/absences/${(await make('absence')).id}`, { note: 'anders' }),
  'absence.deleted': async () => remove('absences', await make('absence')),
  'page.created': () => make('page'),
  'page.updated': async () => put(`/pages/${(await make('page')).id}/content`, { content: 'Anders' }),
  'page.deleted': async () => remove('pages', await make('page')),
  'time_entry.created': () => make('timeEntry'),
  'time_entry.started': () => make('runningTimer'),
  'time_entry.stopped': async () => post(`/time-entries/${(await make('runningTimer')).id}/stop`),
  'time_entry.updated': async () => put(`/time-entries/${(await make('timeEntry')).id}`, { description: 'anders' }),
  'time_entry.deleted': async () => remove('time-entries', await make('timeEntry')),
}

const { rows } = createSchemas().rest
const eventNames = Object.keys(catalogue) as EventName[]
const waiting = eventNames.filter((name) => !rows.has(resourceOfEvent[name]))
const existing = eventNames.filter((name) => rows.has(resourceOfEvent[name]))

describe('the catalogue', () => {
  if (waiting.length) console.info(`${waiting.length} events wait for their feature: ${waiting.join(', ')}`)

  test.each(existing)('%s', async (name) => {
    const fire = operations[name]
    if (!fire) return expect.unreachable(`${name} has a feature, and no operation here fires it`)
    const earlier = new Set((await told(name)).map(({ id }) => id))
    const answered = await fire()
    const fired = (await told(name)).filter(({ id }) => !earlier.has(id))
    const event = fired.find(({ data }) => !answered || data.id === answered.id)
    if (!event) return expect.unreachable(`${name} was not fired`)
    if (answered) expect(event.data).toEqual(answered)

    const find = <Way extends { id: string }>(way: Way[]) => way.find(({ id }) => id === event.id)
    await until(
      async () => [find(live), find(heard), delivered(event.id)],
      (ways) => ways.every((way) => way !== undefined),
    )
    const body = delivered(event.id)?.body.toString() ?? ''
    expect(JSON.parse(body), 'webhook').toEqual(event)
    expect(find(heard)?.body, 'listener').toBe(body)
    const { created_at: createdAt, organization_id: organizationId, changes = null, ...rest } = event
    expect(find(live), 'subscription').toEqual({ ...rest, createdAt, organizationId, changes })
    expect(changes !== null).toBe(name.endsWith('.updated'))
  })
})

interface Told {
  id: string
  created_at: string
  organization_id: string
  data: Resource
  changes?: string[]
}

/** What the feed tells of an event's name, the last hundred. */
async function told(name: EventName): Promise<Told[]> {
  return (await at.owner.rest('GET', `/events?names=${name}&per_page=100`)).body.events
}

const delivered = (id: string) => hook.all.find(({ headers }) => headers['idempotency-key'] === id)
