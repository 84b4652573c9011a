import { afterAll, beforeAll, expect, test } from 'vitest'
import { rotatePartitions } from '#core/database/partitions'
import { deleteExpiredEventCounters, eventsTable } from '#core/events/stored-events'
import { fanOutEvents } from '#features/platform/webhook-dispatcher/fan-out-events'
import { deliveriesTable } from '#features/platform/webhooks/deliveries-table'
import { type House, openHouse, startApp } from '../../../harness/house.ts'
import { happen } from './events.ts'
import { deliveriesOf, subscribe } from './subscriber.ts'

// No dispatcher runs here: what is delivered, and what is not, is written down by the tests.

let app: House['app']
let stop: () => Promise<void>

beforeAll(async () => {
  const started = await startApp()
  ;({ app, stop } = started)
})

afterAll(() => stop())

const keep = (now = new Date()) => rotatePartitions(app.system, [eventsTable, deliveriesTable], now)

const distribute = async ({ organizationId }: House) => {
  while (await fanOutEvents(app.services.database, organizationId));
}

const eventsOf = async ({ organizationId }: House) =>
  (
    await app.system.query<{ id: string }>('select id from events where organization_id = $1 order by sequence', [
      organizationId,
    ])
  ).rows.map(({ id }) => id)

/** More than a month before what is kept at least. */
const long = 125

test('events of more than 90 days go by whole months, their deliveries with them, whatever became of these', async () => {
  const own = await openHouse(app)
  const webhook = await subscribe(own, 'https://example.com/x')
  const [delivered, pending] = await happen(own, 'client.created', 2, long)
  const young = await happen(own, 'client.created', 3, 89)
  await distribute(own)
  await app.system.query("update webhook_deliveries set status = 'succeeded' where event_id = $1", [delivered])
  expect((await deliveriesOf(own, webhook.id)).map(({ event_id }) => event_id)).toEqual([delivered, pending, ...young])
  await keep()
  expect(await eventsOf(own)).toEqual(young)
  expect((await deliveriesOf(own, webhook.id)).map(({ event_id }) => event_id)).toEqual(young)
})

test('a feed shows and counts what is kept, before the night that removes the rest and after it', async () => {
  const own = await openHouse(app)
  await happen(own, 'client.created', 1, long)
  const [young] = await happen(own, 'client.created', 1, 89)
  const feed = async () => {
    const { data } = await own.owner.graphql('{ events(names: ["client.created"]) { total events { id } } }')
    return data.events
  }
  for (const night of [async () => {}, () => keep(), () => deleteExpiredEventCounters(app.system, new Date())]) {
    await night()
    expect(await feed()).toMatchObject({ events: [{ id: young }], total: 1 })
  }
  const { rows } = await app.system.query(
    "select name, total::int as total from tallies where organization_id = $1 and name like 'events:client.created:%'",
    [own.organizationId],
  )
  expect(rows).toMatchObject([{ total: 1 }])
})

test('returns 422 after an event that was deleted', async () => {
  const own = await openHouse(app)
  const [gone] = await happen(own, 'client.created', 2, long)
  const answer = await own.owner.rest('GET', `/events?after=${gone}`)
  expect([answer.status, answer.body]).toMatchObject([422, { field: 'after' }])
})

test('what a webhook asks for goes on where months are removed meanwhile', async () => {
  const own = await openHouse(app)
  const webhook = await subscribe(own, 'https://example.com/x')
  await happen(own, 'client.created', 2, long)
  await keep()
  const young = await happen(own, 'client.updated', 2)
  await distribute(own)
  expect((await deliveriesOf(own, webhook.id)).map(({ event_id }) => event_id)).toEqual(young)
})

test('a test delivery expires by its own time', async () => {
  const own = await openHouse(app)
  const webhook = await subscribe(own, 'https://example.com/x')
  await own.owner.rest('POST', `/webhooks/${webhook.id}/test`)
  await keep()
  expect(await deliveriesOf(own, webhook.id)).toMatchObject([{ status: 'pending' }])
  const inSixMonths = new Date(Date.now() + 183 * 24 * 60 * 60 * 1000)
  await keep(inSixMonths)
  expect(await deliveriesOf(own, webhook.id)).toEqual([])
})
