import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from 'graphql-ws'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createGuardedFetch } from '#core/outbound/guarded-fetch'
import { getTraceHeaders, startTracing, traceRootSpan, traceSpan } from '#core/runtime/tracing'
import { createS3Storage } from '#core/storage/s3'
import { LiveEventsDocument } from '../../../schema/client/graphql.ts'
import { readConfig } from '../../../src/config.ts'
import { settled, subscribe, until } from '../../features/platform/webhooks/subscriber.ts'
import { type House, openHouse, startApp } from '../../harness/house.ts'
import { startObjectStore } from '../../peers/object-store.ts'
import { startTlsReceiver, type TlsReceiver } from '../../peers/tls-receiver.ts'

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean }

/** OTLP JSON. */
interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Value }[]
  status: { code?: number; message?: string }
  events?: unknown[]
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] }
    scopeSpans: { spans: ReceivedSpan[] }[]
  }[]
}

/** OTLP over HTTP. */
async function startCollector() {
  const requests: { path: string | undefined; headers: IncomingHttpHeaders; body: ExportRequest }[] = []
  const server: Server = createServer(async (request, response) => {
    const body = (await json(request)) as ExportRequest
    requests.push({ path: request.url, headers: request.headers, body })
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans: () =>
      requests.flatMap(({ body }) =>
        body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const attributeOf = ({ attributes }: ReceivedSpan, name: string) => {
  const { stringValue, intValue } = attributes.find(({ key }) => key === name)?.value ?? {}
  return stringValue ?? (intValue === undefined ? undefined : Number(intValue))
}

const settingsFor = (env: NodeJS.ProcessEnv) => readConfig(env).tracing

let collector: Awaited<ReturnType<typeof startCollector>>
beforeAll(async () => {
  collector = await startCollector()
})
afterAll(() => collector.close())

describe('a trace', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const email = `Trude-${crypto.randomUUID()}@kontor.example`
  let hook: TlsReceiver
  let house: House
  let spans: ReceivedSpan[]
  const named = (name: string) => {
    const found = spans.filter((span) => span.traceId === traceId && span.name === name)
    expect(found, name).not.toHaveLength(0)
    return found as [ReceivedSpan, ...ReceivedSpan[]]
  }
  const parentOf = ({ parentSpanId }: ReceivedSpan) => spans.find(({ spanId }) => spanId === parentSpanId)?.name

  beforeAll(async () => {
    hook = await startTlsReceiver()
    const started = await startApp({
      env: {
        WEBHOOK_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8,::1/128',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=geheim%201',
        OTEL_SERVICE_NAME: 'kontor-test',
      },
    })
    await started.app.work()
    house = await openHouse(started.app)
    const webhook = await subscribe(house, `${hook.url}?token=topsecret`, ['comment.created'])
    const project = (await house.owner.rest('POST', '/projects', { name: 'Umbau' })).body
    const task = { title: 'Streichen', project_id: project.id, column_id: project.columns[0].id }
    const { id } = (await house.owner.rest('POST', '/tasks', task)).body
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
    const member = { name: 'Trude Traces', email, role: 'member' }
    const added = await house.owner.rest('POST', '/members', member, headers)
    const question = { content: '@assistant Was will Trude?' }
    const asked = await house.owner.rest('POST', `/tasks/${id}/comments`, question, headers)
    expect([added.status, asked.status]).toEqual([201, 201])
    await settled(house, webhook.id, 2)
    await until(
      async () => (await house.app.system.query('select status from mails where $1 = any(recipients)', [email])).rows,
      ([mail]) => mail?.status === 'sent',
    )
    await house.owner.rest('GET', `/clients/${crypto.randomUUID()}?search=topsecret`)
    expect(await house.owner.graphql('query Search { clients(q: "topsecret") { total } }')).toEqual({
      data: { clients: { total: 0 } },
    })
    await house.app.server.inject('/healthz')
    // Stopping exports the rest.
    await started.stop()
    spans = collector.spans()
  })
  afterAll(() => hook.close())

  test("joins request, operation, statements, job and mail, and continues the caller's trace", () => {
    const [request] = named('POST /api/v1/members')
    expect(request.parentSpanId).toBe('00f067aa0ba902b7')
    expect(request.kind).toBe(2)
    expect(attributeOf(request, 'http.request.method')).toBe('POST')
    expect(attributeOf(request, 'http.route')).toBe('/api/v1/members')
    expect(attributeOf(request, 'http.response.status_code')).toBe(201)
    const [operation] = named('operation')
    expect(parentOf(operation)).toBe('POST /api/v1/members')
    expect(attributeOf(operation, 'kontor.organization.id')).toBe(house.organizationId)
    const [resolver] = named('mutation createMember')
    expect(parentOf(resolver)).toBe('operation')
    const insert = named('INSERT members')[0]
    expect(insert.kind).toBe(3)
    expect(attributeOf(insert, 'db.system.name')).toBe('postgresql')
    expect(attributeOf(insert, 'db.query.text')).toMatch(/^insert into "members" .*\$1/)
    expect(named('COMMIT').map(parentOf)).toContain('operation')
    const [enqueued] = named('send mail').filter(({ kind }) => kind === 4)
    expect(enqueued).toBeDefined()
    const [job] = named('process mail')
    expect(job.kind).toBe(5)
    expect(job.parentSpanId).toBe(enqueued?.spanId)
    expect(attributeOf(job, 'messaging.destination.name')).toBe('mail')
    expect(named('send mail').map(parentOf)).toContain('process mail')
    expect(named('UPDATE mails').map(parentOf)).toContain('process mail')
  })
  test('continues with the events of the request and its job to their receivers', () => {
    const deliveries = named('deliver comment.created')
    const linesOf = (span: ReceivedSpan | undefined): string[] =>
      span ? [span.name, ...linesOf(spans.find(({ spanId }) => spanId === span.parentSpanId))] : []
    const request = ['operation', 'POST /api/v1/tasks/:task_id/comments']
    expect(deliveries.map(linesOf)).toEqual([
      ['deliver comment.created', ...request],
      [
        'deliver comment.created',
        'operation',
        'process assistant',
        'send assistant',
        'mutation createComment',
        ...request,
      ],
    ])
    for (const delivery of deliveries) {
      expect([delivery.kind, attributeOf(delivery, 'http.response.status_code')]).toEqual([3, 204])
      expect(hook.all.map(({ headers }) => headers.traceparent)).toContain(`00-${traceId}-${delivery.spanId}-01`)
    }
  })
  test("starts anew without a caller's trace", () => {
    const request = spans.find(({ name }) => name === 'GET /api/v1/clients/:id')
    expect(request?.parentSpanId ?? '').toBe('')
    expect(attributeOf(request as ReceivedSpan, 'http.response.status_code')).toBe(404)
    expect(request?.status.code ?? 0).toBe(0)
    const resolver = spans.find(({ name, traceId }) => name === 'query client' && traceId === request?.traceId)
    expect(attributeOf(resolver as ReceivedSpan, 'error.type')).toBe('not_found')
    const graphql = spans.find(({ name }) => name === 'POST /graphql')
    expect(spans.some(({ name, traceId }) => name === 'query clients' && traceId === graphql?.traceId)).toBe(true)
  })
  test('authenticates to the collector with the configured headers', () => {
    expect(collector.requests.length).toBeGreaterThan(0)
    for (const { path, headers, body } of collector.requests) {
      expect([path, headers['api-key']]).toEqual(['/v1/traces', 'geheim 1'])
      for (const { resource } of body.resourceSpans)
        expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'kontor-test' } })
    }
  })
  test('contains no personal data, secrets or probes', () => {
    const text = JSON.stringify(collector.requests.map(({ body }) => body))
    for (const secret of [email, 'Trude', house.owner.token as string, 'topsecret', 'kontor_', 'Bearer', 'healthz'])
      expect(text).not.toContain(secret)
    for (const span of spans) expect(span.status.message ?? '').toBe('')
    expect(spans.every(({ events }) => !events?.length)).toBe(true)
  })
})

test('names calls to object storage and other servers, without their addresses', async () => {
  const stop = await startTracing(settingsFor({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }), silent)
  const [store, server] = [await startObjectStore(), await startTlsReceiver()]
  const { S3_ENDPOINT: endpoint = '' } = store.settings
  const bucket = { endpoint, region: 'test', bucket: 'b', accessKeyId: 'k', secretAccessKey: 's' }
  const calendars = createGuardedFetch({
    allowPrivateCidrs: ['127.0.0.0/8', '::1/128'],
    timeoutMs: 5_000,
    maxBytes: 1_000,
  })
  await traceRootSpan(
    () => ({ name: 'calls out' }),
    undefined,
    async () => {
      await createS3Storage(bucket, tmpdir()).put('geheim', Buffer.from('x'), 'text/plain')
      await calendars.fetch(server.url, { method: 'PROPFIND' })
    },
  )
  await stop()
  const outer = collector.spans().find(({ name }) => name === 'calls out')
  const calls = collector.spans().filter(({ parentSpanId }) => parentSpanId === outer?.spanId)
  expect(calls.map(({ name, kind }) => [name, kind])).toEqual([
    ['S3 PutObjectCommand', 3],
    ['PROPFIND', 3],
  ])
  expect(calls.map((call) => attributeOf(call, 'http.response.status_code'))).toEqual([undefined, 204])
  expect(JSON.stringify(calls)).not.toMatch(/geheim|hook|127\.0\.0\.1/)
  await Promise.all([store.close(), server.close(), calendars.close()])
})

test('begins with a WebSocket message, and with each result of a subscription', async () => {
  const started = await startApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
  const base = await started.app.server.listen({ port: 0, host: '127.0.0.1' })
  const { owner } = await openHouse(started.app)
  const client = createClient({
    url: `${base.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${owner.token}` },
  })
  for await (const { data } of client.iterate({ query: '{ me { id } }' }))
    expect(data).toEqual({ me: { id: owner.id } })
  const events = client.iterate({ query: String(LiveEventsDocument), variables: { names: ['client.created'] } })
  const heard = events.next()
  let isHeard = false
  heard.then(() => {
    isHeard = true
  })
  while (!isHeard) {
    await owner.rest('POST', '/clients', { name: 'Kunde' })
    await pause(50)
  }
  await client.dispose()
  await started.stop()
  const spans = collector.spans()
  const below = (name: string) => {
    const [root] = spans.filter((span) => span.name === name)
    return spans.filter(({ traceId }) => traceId === root?.traceId).map((span) => span.name)
  }
  expect(below('WEBSOCKET /graphql')).toEqual(expect.arrayContaining(['operation', 'query me']))
  expect(below('subscription answer')).toContain('subscription answer')
})

describe('a sampler', () => {
  const traceOf = async (env: NodeJS.ProcessEnv, parent?: string) => {
    const before = collector.spans().length
    const stop = await startTracing(settingsFor({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env }), silent)
    const sent = await traceRootSpan(
      () => ({ name: 'outer' }),
      parent,
      () =>
        traceSpan(
          () => ({ name: 'inner' }),
          async () => getTraceHeaders().traceparent,
        ),
    )
    await stop()
    return { sent, recorded: collector.spans().length - before }
  }
  const unsampled = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00'
  test('records all by default, and none of a caller that is not sampled', async () => {
    expect((await traceOf({})).recorded).toBe(2)
    const { sent, recorded } = await traceOf({}, unsampled)
    expect([recorded, sent]).toEqual([0, expect.stringMatching(/^00-0af7651916cd43dd8448eb211c80319c-[\da-f]{16}-00$/)])
  })
  test.each([
    [{ OTEL_TRACES_SAMPLER: 'always_off' }, undefined, 0],
    [{ OTEL_TRACES_SAMPLER: 'always_on' }, unsampled, 2],
    [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }, undefined, 0],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '1' }, undefined, 2],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, unsampled.replace(/0$/, '1'), 2],
  ])('of %o records a trace of %s as %i spans', async (env, parent, count) => {
    expect((await traceOf(env, parent)).recorded).toBe(count)
  })
  test.each(['nonsense', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, `ff-${unsampled.slice(3)}`, ''])(
    'begins a trace of its own where traceparent is malformed: %s',
    async (parent) => {
      const { sent } = await traceOf({}, parent)
      expect(sent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/)
      expect(sent).not.toMatch(/0{32}|0af7651916cd43dd/)
    },
  )
})

const silent = pino({ level: 'silent' })

describe('an unavailable collector', () => {
  test('delays neither requests nor shutdown, and further spans are dropped', async () => {
    const sockets = new Set<Socket>()
    const hanging = createSocketServer((socket) => sockets.add(socket))
    await once(hanging.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`
    const stop = await startTracing(settingsFor({ OTEL_EXPORTER_OTLP_ENDPOINT: url }), silent)
    let done = 0
    for (let round = 0; round < 20; round++) {
      for (let count = 0; count < 500; count++)
        await traceRootSpan(
          () => ({ name: 'work' }),
          undefined,
          async () => done++,
        )
      await pause(1)
    }
    expect(done).toBe(10_000)
    const ended = await Promise.race([stop().then(() => 'stopped'), pause(20_000, 'still waiting')])
    expect(ended).toBe('stopped')
    for (const socket of sockets) socket.destroy()
    hanging.close()
  }, 60_000)
  test('is logged once, without what was sent', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const settings = settingsFor({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=topsecret',
    })
    const stop = await startTracing(settings, log)
    for (let count = 0; count < 2_000; count++)
      await traceRootSpan(
        () => ({ name: 'work' }),
        undefined,
        async () => {},
      )
    await until(
      async () => lines.length,
      (count) => count > 0,
      30_000,
    )
    await stop()
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('traces could not be exported')
    expect(lines[0]).not.toContain('topsecret')
  }, 60_000)
})

test('nothing is recorded or propagated without a collector', async () => {
  const stop = await startTracing(settingsFor({}), silent)
  const [span, headers] = await traceRootSpan(
    () => {
      throw new Error('described')
    },
    undefined,
    async (given) => [given, getTraceHeaders()],
  )
  expect([span, headers]).toEqual([undefined, {}])
  await stop()
})
