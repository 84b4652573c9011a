import { expect, test } from 'vitest'
import { fanOutEvents } from '#features/platform/webhook-dispatcher/fan-out-events'
import { type House, house, openHouse } from '../../../harness/house.ts'
import { countLockWaits } from '../../../harness/several-servers.ts'
import { happen } from './events.ts'
import { deliveriesOf, subscribe, until } from './subscriber.ts'

// No dispatcher runs here: events become deliveries when a test says so.

const at = house()

const distribute = ({ organizationId }: House) => fanOutEvents(at.app.services.database, organizationId)

test('each event becomes one delivery if several fan out at once', async () => {
  const own = await openHouse(at.app)
  const webhook = await subscribe(own, 'https://example.com/x')
  const ids = await happen(own, 'client.created', 700)
  expect(await Promise.all([1, 2, 3, 4].map(() => distribute(own)))).toContain(true)
  while (await distribute(own));
  expect((await deliveriesOf(own, webhook.id)).map(({ event_id }) => event_id)).toEqual(ids)
})

test('and a replay never wait for each other', async () => {
  const own = await openHouse(at.app)
  const webhook = await subscribe(own, 'https://example.com/x')
  await happen(own, 'client.created', 1)
  await distribute(own)
  await happen(own, 'client.created', 1)
  const waiting = () => countLockWaits(at.app.system)
  const other = await at.app.system.connect()
  try {
    // Holds the replay up at its first delivery, with the second still to come.
    await other.query('begin')
    await other.query('select from webhook_deliveries where organization_id = $1 and webhook_id = $2 for update', [
      ...[own.organizationId, webhook.id],
    ])
    const since = new Date(Date.now() - 60_000).toISOString()
    const replay = own.owner.rest('POST', `/webhooks/${webhook.id}/replay`, { since })
    expect(await until(waiting, (count) => count === 1)).toBe(1)
    const distributed = distribute(own)
    await Promise.race([distributed, until(waiting, (count) => count === 2)])
    await other.query('commit')
    expect(await replay).toMatchObject({ status: 200, body: { deliveries: 1 } })
    await distributed
  } finally {
    other.release(true)
  }
  while (await distribute(own));
  expect(await deliveriesOf(own, webhook.id)).toHaveLength(2)
})
