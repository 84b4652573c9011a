import { createHash, createHmac } from 'node:crypto'
import { createClient } from 'graphql-ws'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Service, startService } from './harness/service.ts'
import { type SmtpSink, startSmtpSink } from './peers/smtp-sink.ts'
import { startTlsReceiver, type TlsReceiver } from './peers/tls-receiver.ts'

// The main job as a newcomer does it, black box: `npm start` with a database of its own, `npm run kontor`, and then
// nothing but HTTP, a socket, SMTP and a receiver's TLS.

let sink: SmtpSink
let hook: TlsReceiver
let service: Service

beforeAll(async () => {
  sink = await startSmtpSink()
  hook = await startTlsReceiver()
  service = await startService({
    SMTP_URL: sink.url,
    NODE_EXTRA_CA_CERTS: hook.caFile,
    WEBHOOK_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8,::1/128',
    WEBHOOK_RETRY_BASE_MS: '30',
  })
}, 120_000)

afterAll(async () => {
  await service.stop()
  await sink.close()
  await hook.close()
})

test('goes from an empty installation to a sent, mailed, announced and archived invoice', {
  timeout: 90_000,
}, async () => {
  const { base } = service
  // What it says comes by another way than its answers.
  await expect.poll(() => service.output()).toContain('npm run kontor -- org create')
  const { token, organization_id } = await service.kontor(
    'org',
    'create',
    '--name',
    'Kontor GmbH',
    '--email',
    'anna@kontor.example',
  )
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return {
      status: answer.status,
      body: (await answer.json()) as Record<string, never> & { id: string; secret: string },
    }
  }

  // Who listens: a webhook and a dashboard.
  const { body: webhook } = await call('POST', '/webhooks', { url: hook.url, events: ['invoice.sent'], active: true })
  const socket = createClient({
    url: `${base.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${token}` },
    retryAttempts: 0,
  })
  const live = socket.iterate<{ events: { id: string; event: string; data: object; sequence: number } }>({
    query: 'subscription { events(names: ["invoice.sent"]) { id event data sequence } }',
  })
  const firstLive = live.next()

  await call('PUT', '/organization', {
    legal_name: 'Kontor GmbH',
    street: 'Speicherstraße 12',
    postal_code: '20457',
    city: 'Hamburg',
    tax_number: '22/123/45678',
    iban: 'DE02120300000000202051',
  })
  const { body: client } = await call('POST', '/clients', {
    name: 'Müller & Söhne',
    email: 'einkauf@mueller.example',
    street: 'Ring 2',
    postal_code: '10115',
    city: 'Berlin',
    country: 'DE',
  })
  const { body: draft } = await call('POST', '/invoices', {
    client_id: client.id,
    issue_date: '2026-01-05',
    due_date: '2126-01-19',
    line_items: [{ description: 'Beratung', quantity: 1, unit_price_cents: 9750, tax_rate: 19 }],
  })
  const { status, body: invoice } = await call('POST', `/invoices/${draft.id}/send`)
  expect([status, invoice]).toEqual([
    200,
    expect.objectContaining({ status: 'sent', number: 'RE-2026-0001', total_cents: 11603 }),
  ])

  // The archived document, and the same bytes in the mail.
  const pdf = Buffer.from(
    await (
      await fetch(`${base}/api/v1/invoices/${draft.id}/pdf`, { headers: { authorization: `Bearer ${token}` } })
    ).arrayBuffer(),
  )
  expect(createHash('sha256').update(pdf).digest('hex')).toBe(invoice.pdf_sha256)
  const mail = await sink.next(({ envelope }) => envelope.to.includes('einkauf@mueller.example'), 15_000)
  const attached = mail.attachments.find(({ filename }) => filename === 'RE-2026-0001.pdf')
  expect(attached?.content.equals(pdf)).toBe(true)

  // The webhook, signed in both ways, and the same event on the socket and in the feed.
  const delivery = await hook.next(({ body }) => body.includes('"event":"invoice.sent"'), 15_000)
  const event = JSON.parse(delivery.body.toString())
  const signature = createHmac('sha256', webhook.secret).update(delivery.body).digest('hex')
  expect(delivery.headers).toMatchObject({
    'x-service-signature': `sha256=${signature}`,
    'idempotency-key': event.id,
    'x-service-event': 'invoice.sent',
    'user-agent': 'Kontor-Webhooks/1',
  })
  const verified = new Webhook(webhook.secret).verify(
    delivery.body.toString(),
    delivery.headers as Record<string, string>,
  )
  expect(verified).toEqual(event)
  expect(event).toMatchObject({
    organization_id,
    actor: { type: 'user' },
    data: { id: draft.id, number: 'RE-2026-0001' },
  })

  const { value } = await firstLive
  expect(value?.data?.events).toMatchObject({
    id: event.id,
    event: 'invoice.sent',
    sequence: event.sequence,
    data: event.data,
  })
  const feed = (await call('GET', '/events?names=invoice.sent')).body as unknown as { events: object[] }
  expect(feed.events).toEqual([event])
  await socket.dispose()
})
