import { expect, test } from 'vitest'
import { claimDeliveries, returnPermits } from '#features/platform/webhook-dispatcher/claim-deliveries'
import { fanOutEvents } from '#features/platform/webhook-dispatcher/fan-out-events'
import { house, openHouse } from '../../../harness/house.ts'
import { happen } from './events.ts'
import { subscribe } from './subscriber.ts'

// No dispatcher runs here: claims are made by the tests.

const at = house()

/** A webhook of an organization of its own, with so many deliveries due; answers how to claim of them. */
async function due(count: number) {
  const own = await openHouse(at.app)
  const webhook = await subscribe(own, 'https://example.com/x')
  const ids = await happen(own, 'client.created', count)
  const { database } = at.app.services
  const { organizationId } = own
  while (await fanOutEvents(database, organizationId));
  return {
    own,
    webhook,
    ids,
    take: (size: number, mostPerMinute: number) =>
      claimDeliveries(database, organizationId, webhook.id, size, mostPerMinute),
    giveBack: (unsent: Awaited<ReturnType<typeof claimDeliveries>>) => returnPermits(database, organizationId, unsent),
  }
}

test('a claim is in the order of the events, with their very bytes, those before it at the front', async () => {
  const { own, webhook, ids, take } = await due(20)
  const claimed = await take(8, 1000)
  expect(claimed.map(({ eventId }) => eventId)).toEqual(ids.slice(0, 8))
  const { rows } = await at.app.system.query<{ body: string }>(
    'select body from events where organization_id = $1 order by sequence limit 8',
    [own.organizationId],
  )
  expect(claimed.map(({ body }) => body)).toEqual(rows.map(({ body }) => body))
  const { body: ping } = await own.owner.rest('POST', `/webhooks/${webhook.id}/test`)
  expect((await take(1, 1000))[0]?.id).toBe(ping.id)
})

test('no more is claimed than may leave in a minute, however it is split; what could not leave may do so later', async () => {
  const { take, giveBack } = await due(100)
  expect(await take(30, 50)).toHaveLength(30)
  const rest = await take(30, 50)
  expect(rest).toHaveLength(20)
  expect(await take(1, 50)).toEqual([])
  await giveBack(rest.slice(5))
  expect(await take(30, 50)).toHaveLength(15)
  expect(await take(1, 50)).toEqual([])
})

test('at once by many, no more is claimed either', async () => {
  const { take } = await due(100)
  const claims = await Promise.all(Array.from({ length: 10 }, () => take(10, 35)))
  expect(claims.flat()).toHaveLength(35)
})

test('nothing is claimed of a webhook that is not active', async () => {
  const { own, webhook, take } = await due(1)
  await own.owner.rest('PUT', `/webhooks/${webhook.id}`, { active: false })
  expect(await take(1, 1000)).toEqual([])
})
