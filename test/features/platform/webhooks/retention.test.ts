import { afterAll, beforeAll, expect, test } from 'vitest'
import { fanOut } from '#features/platform/webhooks/dispatcher/fan-out'
import { removeOldEvents } from '#features/platform/webhooks/retention'
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

const remove = () => removeOldEvents(app.system, app.services.clock)

const distribute = async ({ organizationId }: House) => {
  while (await fanOut(app.services.database, organizationId));
}

const settle = (webhookId: string, status: string, ids: string[]) =>
  app.system.query(
    `update webhook_deliveries set status = $2, next_attempt_at = null, created_at = now() - interval '92 days'
     where webhook_id = $1 and event_id = any($3)`,
    [webhookId, status, ids],
  )

const eventsOf = async ({ organizationId }: House) =>
  (
    await app.system.query<{ id: string }>('select id from events where organization_id = $1 order by sequence', [
      organizationId,
    ])
  ).rows.map(({ id }) => id)

test('events and deliveries of more than 90 days go, in as many batches as it takes; younger ones stay', async () => {
  const own = await openHouse(app)
  const webhook = await subscribe(own, 'https://example.com/x')
  const old = await happen(own, 'client.created', 2500, 92)
  const young = await happen(own, 'client.created', 3, 89)
  await distribute(own)
  await settle(webhook.id, 'succeeded', old)
  await settle(webhook.id, 'failed', old.slice(0, 100))
  await remove()
  expect(await eventsOf(own)).toEqual(young)
  expect((await deliveriesOf(own, webhook.id)).map(({ event_id }) => event_id)).toEqual(young)
})

test('what is on its way stays, with its event', async () => {
  const own = await openHouse(app)
  const webhook = await subscribe(own, 'https://example.com/x')
  const [delivered = '', pending] = await happen(own, 'client.created', 2, 92)
  await distribute(own)
  await settle(webhook.id, 'succeeded', [delivered])
  await remove()
  expect(await eventsOf(own)).toEqual([pending])
  expect(await deliveriesOf(own, webhook.id)).toMatchObject([{ event_id: pending, status: 'pending' }])
})

test('what is not yet turned into deliveries stays', async () => {
  const own = await openHouse(app)
  await subscribe(own, 'https://example.com/x')
  await happen(own, 'client.created', 1, 92)
  await distribute(own)
  const waiting = await happen(own, 'client.created', 2, 92)
  await app.system.query("update webhook_deliveries set status = 'succeeded' where organization_id = $1", [
    own.organizationId,
  ])
  await remove()
  expect(await eventsOf(own)).toEqual(waiting)
})

test('test deliveries go by their own age', async () => {
  const own = await openHouse(app)
  const webhook = await subscribe(own, 'https://example.com/x')
  await happen(own, 'client.created', 1)
  await distribute(own)
  const ping = async () => (await own.owner.rest('POST', `/webhooks/${webhook.id}/test`)).body
  const [old, pending, young] = [await ping(), await ping(), await ping()]
  await settle(webhook.id, 'failed', [old.event_id])
  await settle(webhook.id, 'pending', [pending.event_id])
  await remove()
  const left = (await deliveriesOf(own, webhook.id)).map(({ id }) => id)
  expect(left).not.toContain(old.id)
  expect(left).toEqual(expect.arrayContaining([pending.id, young.id]))
})
