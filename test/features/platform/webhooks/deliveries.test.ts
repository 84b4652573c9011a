import { createHmac } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toBerlinDate } from '#core/time/clock'
import { mailNotices } from '#features/platform/notices/notices.mail'
import { type House, openHouse, startApp } from '../../../harness/house.ts'
import { mailsAbout } from '../../../harness/mails.ts'
import { type ReceivedRequest, startTlsReceiver, type TlsReceiver } from '../../../peers/tls-receiver.ts'
import { deliveriesOf, eventOf, keyOf, settled, subscribe, until } from './subscriber.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

let hook: TlsReceiver
let stop: () => Promise<void>
let at: House
/** How far the service's clock is ahead. */
let ahead = 0

beforeAll(async () => {
  hook = await startTlsReceiver()
  const now = () => new Date(Date.now() + ahead)
  const started = await startApp({
    env: { WEBHOOK_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8,::1/128', WEBHOOK_RETRY_BASE_MS: '2' },
    clock: { now, today: () => toBerlinDate(now()) },
  })
  stop = started.stop
  await started.app.work()
  at = await openHouse(started.app)
})

beforeEach(() => {
  ahead = 0
  hook.answer({ status: 204 })
})

afterAll(async () => {
  await stop()
  await hook.close()
})

/** Waits until an organization's events have been turned into deliveries. */
const fannedOut = ({ app, organizationId }: House) =>
  until(
    async () =>
      (
        await app.system.query(
          `select from webhook_cursors c join event_sequences s using (organization_id)
           where organization_id = $1 and c.sequence = s.last`,
          [organizationId],
        )
      ).rowCount,
    (count) => count === 1,
  )

const newClient = (by: House, name = 'Kunde') => by.owner.rest('POST', '/clients', { name })

/** What an organization's receiver got. */
const got = ({ organizationId }: House) => hook.all.filter((each) => eventOf(each).organization_id === organizationId)

/** The next request that fits, in a house of its own. */
const nextOf = ({ organizationId }: House, fits: (received: ReceivedRequest) => boolean = () => true) =>
  hook.next((received) => eventOf(received).organization_id === organizationId && fits(received))

/** A webhook of a house of its own with one event delivered. */
async function delivered() {
  const own = await openHouse(at.app)
  const webhook = await subscribe(own, hook.url)
  await newClient(own)
  const [delivery] = await settled(own, webhook.id, 1)
  return { own, webhook, deliveryId: delivery?.id ?? '' }
}

describe('a test', () => {
  test('is delivered as webhook.test, outside the feed, whatever the webhook subscribes to', async () => {
    const own = await openHouse(at.app)
    const webhook = await subscribe(own, hook.url, ['invoice.sent'])
    const answer = await own.owner.rest('POST', `/webhooks/${webhook.id}/test`)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      event: 'webhook.test',
      status: 'pending',
      webhook_id: webhook.id,
      attempts: [],
    })
    const received = await nextOf(own)
    expect(received.headers).toMatchObject({
      'x-service-event': 'webhook.test',
      'x-service-delivery': answer.body.id,
      'idempotency-key': answer.body.event_id,
      'user-agent': 'Kontor-Webhooks/1',
    })
    expect(eventOf(received)).toMatchObject({
      id: answer.body.event_id,
      event: 'webhook.test',
      actor: { type: 'user', id: own.owner.id },
      sequence: null,
      data: { id: webhook.id, url: hook.url, events: ['invoice.sent'] },
    })
    expect(JSON.stringify(eventOf(received))).not.toContain('whsec_')
    expect((await own.owner.rest('GET', '/events')).body.total).toBe(0)
  })
  test('of an inactive webhook is 409', async () => {
    const webhook = await subscribe(at, hook.url)
    await at.owner.rest('PUT', `/webhooks/${webhook.id}`, { active: false })
    const refused = await at.owner.rest('POST', `/webhooks/${webhook.id}/test`)
    expect([refused.status, refused.body.error]).toEqual([409, 'invalid_state'])
    expect(await deliveriesOf(at, webhook.id)).toEqual([])
  })
})

describe('a rotated secret', () => {
  const verifies = (secret: string, { body, headers }: ReceivedRequest) => {
    try {
      new StandardWebhook(secret).verify(body.toString(), headers as Record<string, string>)
      return true
    } catch {
      return false
    }
  }
  const serviceSignature = (secret: string, { body }: ReceivedRequest) =>
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

  test('signs at once, together with the former one for 24 hours', async () => {
    const own = await openHouse(at.app)
    const { id, secret: before } = await subscribe(own, hook.url)
    const rotated = await own.owner.rest('POST', `/webhooks/${id}/rotate-secret`)
    expect(rotated.status).toBe(200)
    const { secret: after } = rotated.body
    expect(after).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(after).not.toBe(before)
    expect((await own.owner.rest('GET', `/webhooks/${id}`)).body).not.toHaveProperty('secret')

    await newClient(own)
    const both = await nextOf(own)
    expect([verifies(before, both), verifies(after, both)]).toEqual([true, true])
    expect(both.headers['x-service-signature']).toBe(serviceSignature(after, both))

    ahead = 24 * hour + 1000
    await newClient(own)
    const later = await nextOf(own)
    // The package refuses what lies a day ahead of its clock: the signature itself is looked at.
    expect(String(later.headers['webhook-signature']).split(' ')).toHaveLength(1)
    expect(later.headers['x-service-signature']).toBe(serviceSignature(after, later))
  })
  test('is returned to each of two requests at once, and the later one signs', async () => {
    const own = await openHouse(at.app)
    const { id } = await subscribe(own, hook.url)
    const both = await Promise.all([1, 2].map(() => own.owner.rest('POST', `/webhooks/${id}/rotate-secret`)))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    await newClient(own)
    const received = await nextOf(own)
    expect(both.map(({ body }) => verifies(body.secret, received))).toEqual([true, true])
  })
})

describe('the list of deliveries', () => {
  test('shows headers, status, the first 4 KB, duration and error of every attempt', async () => {
    const own = await openHouse(at.app)
    const webhook = await subscribe(own, hook.url)
    const answers = [
      { status: 500, body: 'ä'.repeat(4000) },
      { status: 302, headers: { location: 'https://elsewhere.example/' } },
      'reset' as const,
      { status: 200, body: 'danke' },
    ]
    hook.answer((received) =>
      eventOf(received).organization_id === own.organizationId ? (answers.shift() ?? { status: 200 }) : { status: 204 },
    )
    await newClient(own)
    await settled(own, webhook.id, 1)
    const english = await own.owner.rest('GET', `/webhooks/${webhook.id}/deliveries`, undefined, {
      'accept-language': 'en',
    })
    expect(english.body.total).toBe(1)
    const [delivery] = english.body.deliveries
    expect(delivery).toMatchObject({
      event: 'client.created',
      event_id: eventOf(got(own)[0] as ReceivedRequest).id,
      status: 'succeeded',
      next_attempt_at: null,
    })
    const { attempts } = delivery
    expect(attempts.map(({ status }: { status: number }) => status)).toEqual([500, 302, null, 200])
    expect(attempts.map(({ error }: { error: string }) => error)).toEqual([
      'The receiver answered 500 instead of 2xx.',
      'The receiver redirects (302); redirects are not followed.',
      'The connection failed or broke.',
      null,
    ])
    expect(attempts.map(({ error_code }: { error_code: string }) => error_code)).toEqual([
      'status',
      'redirect',
      'connection',
      null,
    ])
    expect(Buffer.byteLength(attempts[0].response_body)).toBe(4096)
    expect(attempts[3].response_body).toBe('danke')
    expect(attempts[3].duration_ms).toBeGreaterThanOrEqual(0)
    for (const [index, { request_headers }] of attempts.entries())
      expect(got(own)[index]?.headers).toMatchObject(request_headers)
    const german = await own.owner.rest('GET', `/webhooks/${webhook.id}/deliveries`, undefined, {
      'accept-language': 'de',
    })
    expect(german.body.deliveries[0].attempts[2].error).toBe('Die Verbindung kam nicht zustande oder brach ab.')
  })
  test('is filtered by status, newest first', async () => {
    const { own, webhook } = await delivered()
    hook.answer('reset')
    await newClient(own, 'Zweiter')
    await settled(own, webhook.id, 2)
    const list = async (query: string) =>
      (await own.owner.rest('GET', `/webhooks/${webhook.id}/deliveries${query}`)).body
    const all = await list('')
    expect(all.deliveries.map(({ status }: { status: string }) => status)).toEqual(['failed', 'succeeded'])
    expect((await list('?status=failed')).total).toBe(1)
    expect((await list('?status=succeeded&per_page=1')).deliveries).toEqual([all.deliveries[1]])
    expect(await list('?status=pending')).toEqual({ deliveries: [], total: 0 })
    expect(await list('?status=lost')).toMatchObject({ error: 'validation_failed', field: 'status' })
  })
})

describe('a redelivery', () => {
  test('sends the same bytes with the same key in the same delivery', async () => {
    const { own, webhook, deliveryId } = await delivered()
    const [first] = got(own) as [ReceivedRequest]
    const answer = await own.owner.rest('POST', `/webhooks/deliveries/${deliveryId}/redeliver`)
    expect([answer.status, answer.body.status]).toEqual([200, 'pending'])
    const [row] = await until(
      () => settled(own, webhook.id, 1),
      ([delivery]) => delivery?.attempts.length === 2,
    )
    expect(row).toMatchObject({ status: 'succeeded', attempt_count: 1 })
    const [, second] = got(own) as [ReceivedRequest, ReceivedRequest]
    expect(keyOf(second)).toBe(keyOf(first))
    expect(second.body.equals(first.body)).toBe(true)
    expect(second.headers['x-service-delivery']).toBe(first.headers['x-service-delivery'])
  })
  test('has six new attempts', async () => {
    const own = await openHouse(at.app)
    const webhook = await subscribe(own, hook.url)
    hook.answer({ status: 503 })
    await newClient(own)
    const [failed] = await settled(own, webhook.id, 1)
    expect(failed?.attempts).toHaveLength(6)
    await own.owner.rest('POST', `/webhooks/deliveries/${failed?.id}/redeliver`)
    const [again] = await until(
      () => settled(own, webhook.id, 1),
      ([delivery]) => delivery?.attempts.length === 12,
    )
    expect(again).toMatchObject({ status: 'failed', attempt_count: 6 })
  }, 60_000)
  test('is 409 while it is pending, as for the second of two at once', async () => {
    const { own, deliveryId } = await delivered()
    hook.answer('hang')
    const both = await Promise.all(
      [1, 2].map(() => own.owner.rest('POST', `/webhooks/deliveries/${deliveryId}/redeliver`)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.error).toBe('invalid_state')
  })
  test('to an inactive webhook is 409', async () => {
    const { own, webhook, deliveryId } = await delivered()
    await own.owner.rest('PUT', `/webhooks/${webhook.id}`, { active: false })
    const refused = await own.owner.rest('POST', `/webhooks/deliveries/${deliveryId}/redeliver`)
    expect([refused.status, refused.body.error]).toEqual([409, 'invalid_state'])
    expect((await deliveriesOf(own, webhook.id))[0]?.status).toBe('succeeded')
  })
})

describe('a replay', () => {
  const replay = (by: House, webhookId: string, since: unknown) =>
    by.owner.rest('POST', `/webhooks/${webhookId}/replay`, { since })
  const anHourAgo = () => new Date(Date.now() - hour).toISOString()

  test('sends all events since then in order with their keys, even those before the webhook', async () => {
    const own = await openHouse(at.app)
    await newClient(own, 'vor dem Webhook')
    const webhook = await subscribe(own, hook.url, ['client.created'])
    const { body: client } = await newClient(own, 'danach')
    await own.owner.rest('PUT', `/clients/${client.id}`, { name: 'nicht bestellt' })
    const [first] = await settled(own, webhook.id, 1)
    const answer = await replay(own, webhook.id, anHourAgo())
    expect([answer.status, answer.body]).toEqual([200, { deliveries: 2 }])
    await until(
      async () => got(own),
      (all) => all.length === 3,
    )
    expect(got(own).map((each) => eventOf(each).data.name)).toEqual(['danach', 'vor dem Webhook', 'danach'])
    expect(keyOf(got(own)[2] as ReceivedRequest)).toBe(first?.event_id)
    expect(keyOf(got(own)[2] as ReceivedRequest)).toBe(keyOf(got(own)[0] as ReceivedRequest))
  })
  test('of no events schedules nothing', async () => {
    const { own, webhook } = await delivered()
    expect((await replay(own, webhook.id, new Date().toISOString())).body).toEqual({ deliveries: 0 })
  })
  test('twice at once delivers each event once', async () => {
    const { own, webhook } = await delivered()
    hook.answer('hang')
    const both = await Promise.all([1, 2].map(() => replay(own, webhook.id, anHourAgo())))
    expect(both.map(({ body }) => body.deliveries).sort()).toEqual([0, 1])
  })
  test('since a moment in the future, one before 90 days, or none is refused', async () => {
    const webhook = await subscribe(at, hook.url)
    for (const since of [Date.now() + hour, Date.now() - 90 * day - hour]) {
      const refused = await replay(at, webhook.id, new Date(since).toISOString())
      expect([refused.status, refused.body.error, refused.body.field]).toEqual([422, 'validation_failed', 'since'])
    }
    const malformed = await replay(at, webhook.id, 'gestern')
    expect([malformed.status, malformed.body.field]).toEqual([422, 'since'])
    const absent = await at.owner.rest('POST', `/webhooks/${webhook.id}/replay`, {})
    expect([absent.status, absent.body.error, absent.body.field]).toEqual([400, 'validation_failed', 'since'])
  })
  test('to an inactive webhook is 409', async () => {
    const { own, webhook } = await delivered()
    await own.owner.rest('PUT', `/webhooks/${webhook.id}`, { active: false })
    const refused = await replay(own, webhook.id, anHourAgo())
    expect([refused.status, refused.body.error]).toEqual([409, 'invalid_state'])
    expect((await deliveriesOf(own, webhook.id))[0]?.status).toBe('succeeded')
  })
})

describe('a webhook that fails for good', () => {
  const state = async (by: House, id: string) => (await by.owner.rest('GET', `/webhooks/${id}`)).body
  const disabled = (by: House, id: string) =>
    until(
      () => state(by, id),
      ({ active }) => !active,
    )
  const notices = async (by: House) => (await by.owner.rest('GET', '/notices')).body.notices

  test('with a 410 is disabled and mailed once; active: true sends what waited', async () => {
    const own = await openHouse(at.app)
    const webhook = await subscribe(own, hook.url)
    hook.answer({ status: 410 })
    await newClient(own, 'eins')
    expect(await disabled(own, webhook.id)).toMatchObject({ active: false, disabled_reason: 'gone' })
    const { deliveries } = (await own.owner.rest('GET', `/webhooks/${webhook.id}/deliveries`)).body
    expect(deliveries).toMatchObject([
      { status: 'failed', disabled_reason: 'gone', next_attempt_at: null, attempts: [{ status: 410 }] },
    ])
    expect(await notices(own)).toMatchObject([
      { kind: 'webhook_disabled', message: expect.stringContaining('mit 410 (Gone) geantwortet') },
    ])
    const { rows: jobs } = await own.app.system.query(
      "select from pgboss.job where name = 'notices' and data->>'organizationId' = $1",
      [own.organizationId],
    )
    expect(jobs).toHaveLength(1)
    await mailNotices(own.app.services, own.app.system, own.organizationId)
    expect(await mailsAbout(own.app, own.owner.id)).toMatchObject([
      { kind: 'notices', subject: 'Ein offener Hinweis', text: expect.stringContaining(new URL(hook.url).host) },
    ])
    await newClient(own, 'während der Abschaltung')
    await fannedOut(own)

    hook.answer({ status: 204 })
    const enabled = await own.owner.rest('PUT', `/webhooks/${webhook.id}`, { active: true })
    expect(enabled.body).toMatchObject({ active: true, disabled_reason: null, consecutive_failures: 0 })
    const [row] = await settled(own, webhook.id, 1)
    expect(row).toMatchObject({ status: 'succeeded', disabled_reason: null })
    await newClient(own, 'wieder')
    await settled(own, webhook.id, 2)
    const succeeded = got(own).slice(-2)
    expect(succeeded.map((each) => eventOf(each).data.name)).toEqual(['eins', 'wieder'])
  })
  test('for five days is disabled', async () => {
    const own = await openHouse(at.app)
    const webhook = await subscribe(own, hook.url)
    hook.answer({ status: 500 })
    await newClient(own)
    await settled(own, webhook.id, 1)
    ahead = 5 * day - hour
    await newClient(own)
    await settled(own, webhook.id, 2)
    expect(await state(own, webhook.id)).toMatchObject({
      active: true,
      consecutive_failures: 12,
      disabled_reason: null,
    })
    ahead = 5 * day + hour
    await newClient(own)
    expect(await disabled(own, webhook.id)).toMatchObject({ active: false, disabled_reason: 'failing' })
    expect((await notices(own)).map(({ kind }: { kind: string }) => kind)).toEqual(['webhook_disabled'])
  }, 60_000)
  test('is not disabled if a delivery succeeds in between', async () => {
    const own = await openHouse(at.app)
    const webhook = await subscribe(own, hook.url)
    for (const [days, status] of [
      [0, 500],
      [3, 204],
      [6, 500],
    ] as const) {
      ahead = days * day
      hook.answer({ status })
      await newClient(own)
      await settled(own, webhook.id, 1 + days / 3)
    }
    expect(await state(own, webhook.id)).toMatchObject({ active: true, consecutive_failures: 6 })
  }, 60_000)
})

describe('every verb', () => {
  const verbs = ['POST /test', 'POST /rotate-secret', 'POST /replay', 'GET /deliveries'] as const
  test('is for administrators only', async () => {
    const { own, webhook, deliveryId } = await delivered()
    const since = new Date().toISOString()
    for (const role of ['accountant', 'auditor', 'member', 'viewer'] as const) {
      for (const verb of verbs) {
        const [method, path] = verb.split(' ') as ['POST' | 'GET', string]
        const body = path === '/replay' ? { since } : undefined
        const refused = await own[role].rest(method, `/webhooks/${webhook.id}${path}`, body)
        expect([role, verb, refused.status, refused.body.error]).toEqual([role, verb, 403, 'forbidden'])
      }
      expect((await own[role].rest('POST', `/webhooks/deliveries/${deliveryId}/redeliver`)).status).toBe(403)
    }
    expect((await own.admin.rest('POST', `/webhooks/${webhook.id}/test`)).status).toBe(200)
  })
  test('does not know another organization’s delivery', async () => {
    const { deliveryId } = await delivered()
    const other = await openHouse(at.app)
    const refused = await other.owner.rest('POST', `/webhooks/deliveries/${deliveryId}/redeliver`)
    expect([refused.status, refused.body.error]).toEqual([404, 'not_found'])
  })
})
