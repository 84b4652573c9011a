import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseRetryAfter } from '#features/platform/webhook-dispatcher/attempt-delivery'
import { type House, openHouse, startApp } from '../../../harness/house.ts'
import { startTlsReceiver, type TlsReceiver } from '../../../peers/tls-receiver.ts'
import { deliveriesOf, eventOf, settled, subscribe, until } from './subscriber.ts'

let hook: TlsReceiver
let stop: () => Promise<void>
let at: House

beforeAll(async () => {
  hook = await startTlsReceiver()
  const started = await startApp({
    env: { WEBHOOK_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8,::1/128', WEBHOOK_RETRY_BASE_MS: '2' },
  })
  stop = started.stop
  await started.app.work()
  at = await openHouse(started.app)
})

afterAll(async () => {
  await stop()
  await hook.close()
})

describe('deliveries', () => {
  test('arrive in the order of their events, only for subscribed ones', async () => {
    const own = await openHouse(at.app)
    const webhook = await subscribe(own, hook.url, ['client.created', 'client.deleted'])
    hook.answer(() => ({ status: 204 }))
    const { body } = await own.owner.rest('POST', '/clients', { name: 'Erster' })
    await own.owner.rest('PUT', `/clients/${body.id}`, { name: 'Umbenannt' })
    await own.owner.rest('DELETE', `/clients/${body.id}`)
    await settled(own, webhook.id, 2)
    const got = hook.all.filter((delivery) => eventOf(delivery).organization_id === own.organizationId)
    expect(got.map((delivery) => eventOf(delivery).event)).toEqual(['client.created', 'client.deleted'])
    expect(new Set(got.map(({ headers }) => headers['x-service-delivery'])).size).toBe(2)
  })
  test('are retried five times with the same key, and then fail finally', async () => {
    const own = await openHouse(at.app)
    const webhook = await subscribe(own, hook.url, ['client.created'])
    hook.answer((delivery) =>
      eventOf(delivery).organization_id === own.organizationId ? { status: 500, body: 'kaputt' } : { status: 200 },
    )
    await own.owner.rest('POST', '/clients', { name: 'x' })
    const [row] = await settled(own, webhook.id, 1)
    expect(row).toMatchObject({ status: 'failed', attempt_count: 6 })
    expect(row?.attempts.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500, 500])
    const got = hook.all.filter((delivery) => eventOf(delivery).organization_id === own.organizationId)
    expect(got).toHaveLength(6)
    expect(new Set(got.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(new Set(got.map(({ body }) => body.toString())).size).toBe(1)
  }, 60_000)
  test('fail on a redirect or reset, and may succeed on the next attempt', async () => {
    const own = await openHouse(at.app)
    const webhook = await subscribe(own, hook.url, ['*'])
    const replies = [{ status: 302, headers: { location: 'https://127.0.0.1/' } }, 'reset' as const, { status: 200 }]
    hook.answer((delivery) =>
      eventOf(delivery).organization_id === own.organizationId ? (replies.shift() ?? { status: 200 }) : { status: 200 },
    )
    await own.owner.rest('POST', '/clients', { name: 'x' })
    const [row] = await settled(own, webhook.id, 1)
    expect(row?.attempts.map(({ status, fault }) => status ?? fault)).toEqual([302, 'connection', 200])
  })
  test('wait for Retry-After of a 429 or 503, at most an hour', async () => {
    const own = await openHouse(at.app)
    const webhook = await subscribe(own, hook.url, ['*'])
    const replies = [
      { status: 429, headers: { 'retry-after': '1' } },
      { status: 503, headers: { 'retry-after': '86400' } },
    ]
    hook.answer((delivery) =>
      eventOf(delivery).organization_id === own.organizationId ? (replies.shift() ?? { status: 200 }) : { status: 200 },
    )
    await own.owner.rest('POST', '/clients', { name: 'x' })
    const [row] = await until(
      () => deliveriesOf(own, webhook.id),
      ([delivery]) => delivery?.attempt_count === 2,
    )
    const [first, second] = row?.attempts ?? []
    expect([first?.retryAfterSeconds, second?.retryAfterSeconds]).toEqual([1, 3600])
    expect(Date.parse(second?.at ?? '') - Date.parse(first?.at ?? '')).toBeGreaterThanOrEqual(1000)
    const left = Date.parse(row?.next_attempt_at ?? '') - Date.now()
    expect(left).toBeGreaterThan(3_500_000)
    expect(left).toBeLessThanOrEqual(3_600_000)
  })
  test.each([
    ['7', 7],
    [' 7 ', 7],
    ['Fri, 27 Nov 2026 10:00:30 GMT', 30],
    ['Fri, 27 Nov 2026 09:00:00 GMT', null],
    ['0', null],
    ['-5', null],
    ['soon', null],
    [undefined, null],
  ])('Retry-After: %s is %s seconds', (asked, seconds) => {
    const now = new Date('2026-11-27T10:00:00Z')
    expect(parseRetryAfter({ 'retry-after': asked }, now)).toBe(seconds)
  })
  test('go only to active webhooks, and not for earlier events', async () => {
    const own = await openHouse(at.app)
    hook.answer(() => ({ status: 200 }))
    await own.owner.rest('POST', '/clients', { name: 'vorher' })
    const active = await subscribe(own, hook.url, ['*'])
    const paused = (await own.owner.rest('POST', '/webhooks', { url: hook.url, events: ['*'], active: false })).body
    await own.owner.rest('POST', '/clients', { name: 'nachher' })
    expect(await settled(own, active.id, 1)).toHaveLength(1)
    expect(await deliveriesOf(own, paused.id)).toEqual([])
  })
})

describe('a slow receiver', () => {
  test('delays no other organization and no other webhook', async () => {
    const slow = await startTlsReceiver()
    slow.answer('hang')
    const [own, other] = [await openHouse(at.app), await openHouse(at.app)]
    hook.answer({ status: 204 })
    for (let number = 0; number < 5; number++) await subscribe(own, slow.url)
    await Promise.all([subscribe(own, hook.url), subscribe(other, hook.url)])
    for (let number = 0; number < 20; number++) await own.owner.rest('POST', '/clients', { name: `${number}` })
    await slow.next()
    for (const house of [own, other]) {
      const { body } = await house.owner.rest('POST', '/clients', { name: 'eilig' })
      // One that waited for the slow receiver would come after its five seconds.
      await hook.next((received) => eventOf(received).data.id === body.id, 4000)
    }
    expect(slow.all.length).toBeLessThanOrEqual(10)
    await slow.close()
  })
  test('fails the attempt after five seconds', async () => {
    const slow = await startTlsReceiver()
    slow.answer('hang')
    const own = await openHouse(at.app)
    const webhook = await subscribe(own, slow.url)
    await own.owner.rest('POST', '/clients', { name: 'x' })
    await slow.next()
    slow.answer({ status: 204 })
    const [row] = await settled(own, webhook.id, 1)
    expect(row?.attempts.map(({ status, fault }) => status ?? fault)).toEqual(['timeout', 204])
    const [{ durationMs = 0 } = {}] = row?.attempts ?? []
    expect(durationMs).toBeGreaterThanOrEqual(4990)
    expect(durationMs).toBeLessThan(15_000)
    await slow.close()
  })
})

test('a lost session is replaced without losing deliveries', async () => {
  const own = await openHouse(at.app)
  const webhook = await subscribe(own, hook.url)
  hook.answer({ status: 204 })
  const { rows } = await at.app.system.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kontor queues' and datname = current_database()",
  )
  expect(rows).toHaveLength(1)
  await own.owner.rest('POST', '/clients', { name: 'x' })
  expect(await settled(own, webhook.id, 1)).toMatchObject([{ status: 'succeeded', attempt_count: 1 }])
})

test('connections are reused: ten deliveries need at most two', async () => {
  const fresh = await startTlsReceiver()
  const own = await openHouse(at.app)
  const webhook = await subscribe(own, fresh.url)
  for (let number = 0; number < 10; number++) await own.owner.rest('POST', '/clients', { name: `${number}` })
  await settled(own, webhook.id, 10)
  expect(fresh.all).toHaveLength(10)
  expect(new Set(fresh.all.map(({ connection }) => connection)).size).toBeLessThanOrEqual(2)
  await fresh.close()
})

describe('subscribing', () => {
  for (const [what, url] of [
    ['http', 'http://example.com/x'],
    ['credentials', 'https://a:b@example.com/x'],
    ['a private address', 'https://10.0.0.1/x'],
    ['a private address in octal', 'https://012.0.0.1/x'],
    ['the metadata service', 'https://169.254.169.254/'],
    ['what is no address', 'example'],
  ])
    test(`refuses ${what}`, async () => {
      const refused = await at.owner.rest('POST', '/webhooks', { url, events: ['*'] })
      expect([refused.status, refused.body.field]).toEqual([422, 'url'])
    })
  test('refuses an event that is not in the catalogue, and no event', async () => {
    for (const events of [['invoice.exploded'], []]) {
      const refused = await at.owner.rest('POST', '/webhooks', { url: 'https://example.com/x', events })
      expect([refused.status, refused.body.field]).toEqual([422, 'events'])
    }
  })
  test('shows the secret once, and stores it encrypted', async () => {
    const made = await subscribe(at, hook.url, ['*'])
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect((await at.owner.rest('GET', `/webhooks/${made.id}`)).body).not.toHaveProperty('secret')
    const { rows } = await at.app.system.query<{ row: string }>('select w::text as row from webhooks w where id = $1', [
      made.id,
    ])
    expect(rows[0]?.row).not.toContain(made.secret.slice(6))
    await at.owner.rest('DELETE', `/webhooks/${made.id}`)
  })
  test('is for administrators only', async () => {
    for (const role of ['accountant', 'auditor', 'member', 'viewer'] as const)
      expect((await at[role].rest('POST', '/webhooks', { url: 'https://example.com/x', events: ['*'] })).status).toBe(
        403,
      )
  })
})
