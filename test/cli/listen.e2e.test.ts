import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, startApp } from '../harness/house.ts'
import { command, createEnvironment, runProgramToEnd } from '../harness/process.ts'

let at: House
let base: string
let stop: () => Promise<void>
beforeAll(async () => {
  const started = await startApp()
  stop = started.stop
  at = await openHouse(started.app)
  base = await started.app.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => stop())

test('kontor listen posts events to a local address, signed like a webhook', { timeout: 180_000 }, async () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const receiver = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    received.push({ headers: request.headers, body })
    response.statusCode = received.length === 1 ? 204 : 500
    response.end()
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const to = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/kontor`
  await at.owner.rest('POST', '/tags', { name: 'no event' })
  const before = (await at.owner.rest('POST', '/clients', { name: 'Before' })).body
  const { body: feed } = await at.owner.rest('GET', '/events')
  await at.owner.rest('POST', '/clients', { name: 'Müller & Söhne' })
  const args = ['listen', '--to', to, '--url', base, '--json', '--after', feed.events.at(-1).id]
  const listening = spawn(process.execPath, command('kontor.js', ...args), {
    env: createEnvironment({ TOKEN: at.owner.token ?? '' }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: listening.stdout })[Symbol.asyncIterator]()
  const next = async () => JSON.parse((await lines.next()).value ?? 'null')
  const { secret } = await next()
  expect(secret).toMatch(/^whsec_/)
  expect(await next()).toMatchObject({ event: 'client.created', status: 204 })
  await at.owner.rest('PUT', `/clients/${before.id}`, { name: 'After' })
  expect(await next()).toMatchObject({ event: 'client.updated', status: 500 })
  listening.kill('SIGTERM')
  const [code] = await once(listening, 'exit')
  receiver.close()
  expect(code).toBe(0)

  const told = (await at.owner.rest('GET', `/events?after=${feed.events.at(-1).id}`)).body.events
  expect(received.map(({ body }) => JSON.parse(body))).toEqual(told)
  for (const { headers, body } of received) {
    const verified = new Webhook(secret).verify(body, headers as Record<string, string>) as {
      id: string
      event: string
    }
    expect(headers['idempotency-key']).toBe(verified.id)
    expect(headers['x-service-event']).toBe(verified.event)
    expect(headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
  }
})

test('kontor listen reports in one line what the service refuses', { timeout: 180_000 }, async () => {
  const args = ['listen', '--to', 'http://127.0.0.1:9', '--url', base]
  const { code, stderr } = await runProgramToEnd('kontor.js', args, { TOKEN: 'kontor_wrong' })
  expect([code, stderr.trim().split('\n')]).toEqual([1, [expect.stringMatching(/TOKEN.*kontor token create/)]])
})
