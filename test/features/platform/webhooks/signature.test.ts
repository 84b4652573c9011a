import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { createSignatureHeaders, createWebhookSecret } from '#features/platform/webhooks/signature'

const body = JSON.stringify({ event: 'invoice.sent', data: { client: 'Müller & Söhne', total_cents: 11900 } })
const id = '0e9c2a52-6a0c-4b3a-9b0a-6c1f5f3f8b10'
const now = () => Math.floor(Date.now() / 1000)

test('the official Standard Webhooks library verifies what was signed', () => {
  const secret = createWebhookSecret()
  const headers = createSignatureHeaders({ secrets: [secret], id, timestamp: now(), body })
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
})

test('the official library refuses another body, another id, another moment and another secret', () => {
  const secret = createWebhookSecret()
  const headers = createSignatureHeaders({ secrets: [secret], id, timestamp: now(), body })
  const verify = (as: { body?: string; headers?: Record<string, string>; secret?: string }) => () =>
    new Webhook(as.secret ?? secret).verify(as.body ?? body, { ...headers, ...as.headers })
  expect(verify({})).not.toThrow()
  expect(verify({ body: body.replace('11900', '11901') })).toThrow()
  expect(verify({ headers: { 'webhook-id': 'another' } })).toThrow()
  expect(verify({ headers: { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) } })).toThrow()
  expect(verify({ secret: createWebhookSecret() })).toThrow()
})

test('during a rotation receivers with the new and with the old secret both verify', () => {
  const [current, previous] = [createWebhookSecret(), createWebhookSecret()]
  const headers = createSignatureHeaders({ secrets: [current, previous], id, timestamp: now(), body })
  expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
  for (const secret of [current, previous]) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow()
})

test("the service's own signature is keyed with the current secret as it stands", () => {
  const [current, previous] = [createWebhookSecret(), createWebhookSecret()]
  const headers = createSignatureHeaders({ secrets: [current, previous], id, timestamp: now(), body })
  expect(headers['x-service-signature']).toBe(`sha256=${createHmac('sha256', current).update(body).digest('hex')}`)
})

test('the signatures of known values are those that Standard Webhooks publishes', () => {
  const headers = createSignatureHeaders({
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
  })
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  expect(headers['webhook-timestamp']).toBe('1614265330')
})

test('bytes are signed as their text is', () => {
  const secrets = [createWebhookSecret()]
  const timestamp = now()
  expect(createSignatureHeaders({ secrets, id, timestamp, body: Buffer.from(body) })).toEqual(
    createSignatureHeaders({ secrets, id, timestamp, body }),
  )
})

test('a secret is whsec_ and 32 bytes in base64, and never the same', () => {
  const [one, other] = [createWebhookSecret(), createWebhookSecret()]
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(Buffer.from(one.slice(6), 'base64')).toHaveLength(32)
  expect(one).not.toBe(other)
})

test('throws without a secret', () => {
  expect(() => createSignatureHeaders({ secrets: [], id, timestamp: 0, body })).toThrow(TypeError)
})
