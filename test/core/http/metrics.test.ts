import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '#core/runtime/project-root'
import { type House, openHouse, startApp } from '../../harness/house.ts'

const token = 'metrics-token-of-16'
const authorization = `Bearer ${token}`
let at: House
let stop: () => Promise<void>
beforeAll(async () => {
  const started = await startApp({ env: { METRICS_TOKEN: token } })
  stop = started.stop
  at = await openHouse(started.app)
})
afterAll(() => stop())

const text = async () => (await at.app.server.inject({ url: '/metrics', headers: { authorization } })).body
const sample = (body: string, name: string) => {
  const line = body.split('\n').find((candidate) => candidate.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

describe('/metrics', () => {
  test.each([undefined, 'Bearer ', 'Bearer wrong', token, 'owner'])(
    'is refused without its token: %s',
    async (given) => {
      const sent = given === 'owner' ? `Bearer ${at.owner.token}` : given
      const { statusCode, body } = await at.app.server.inject({
        url: '/metrics',
        headers: sent === undefined ? {} : { authorization: sent },
      })
      expect([statusCode, body]).toEqual([401, expect.not.stringContaining('kontor_')])
    },
  )
  test('counts and times requests by route', async () => {
    for (let count = 0; count < 3; count++) await at.owner.rest('GET', `/clients/${crypto.randomUUID()}`)
    for (const path of ['/wp-login.php', '/.env']) await at.app.server.inject(path)
    const body = await text()
    const labels = 'method="GET",route="/api/v1/clients/:id"'
    expect(sample(body, `kontor_http_requests_total{${labels},status="404"}`)).toBe(3)
    expect(sample(body, `kontor_http_request_duration_seconds_count{${labels}}`)).toBe(3)
    expect(sample(body, 'kontor_http_requests_total{method="GET",route="unknown",status="404"}')).toBe(2)
    expect(body).not.toMatch(/wp-login|[\da-f]{8}-[\da-f]{4}-/)
  })
  test("uses Prometheus's names for its own metrics, and units in the others", async () => {
    const names = [...(await text()).matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name = '', type]) => ({ name, type }))
    expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(['process_cpu_seconds_total']))
    for (const { name, type } of names) {
      expect(name).toMatch(/^(process|nodejs|kontor)_[a-z0-9_]+$/)
      if (name.startsWith('kontor_') && type === 'counter') expect(name).toMatch(/_total$/)
    }
  })
  test('has all metrics of dashboard and alerts, and each alert has its page', async () => {
    const types = [...(await text()).matchAll(/^# TYPE (\S+) (\w+)$/gm)]
    const names = types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    )
    const [dashboard = '', alerts = '', pages = ''] = [
      ...['deploy/grafana/kontor.json', 'deploy/prometheus/alerts.yml', 'docs/operations/alerts.md'],
    ].map((file) => readFileSync(join(projectRoot, file), 'utf8'))
    const expressions = [
      ...[...dashboard.matchAll(/"(?:expr|query)": "(.*)"/g)].map(([, expr = '']) => expr),
      ...[...alerts.matchAll(/^ +expr: (.*)$/gm)].map(([, expr = '']) => expr),
    ]
    const asked = expressions.flatMap((expr) => expr.match(/\b(?:kontor|process|nodejs)_\w+/g) ?? [])
    expect(asked.length).toBeGreaterThan(30)
    expect(asked.filter((name) => !names.includes(name))).toEqual([])
    expect([...pages.matchAll(/^## (\w+)$/gm)].map(([, name]) => name)).toEqual(
      [...alerts.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name),
    )
  })
  test('has table sizes with partitions, and no backup age without backups', async () => {
    const body = await text()
    expect(sample(body, 'kontor_table_bytes{table="events"}')).toBeGreaterThan(8192)
    expect(sample(body, 'kontor_table_bytes{table="clients"}')).toBeGreaterThan(8192)
    expect(body).not.toMatch(/events_default|events_\d{4}/)
    expect(sample(body, 'kontor_backup_age_seconds')).toBeUndefined()
  })
  test('has waiting deliveries, jobs and events', { timeout: 60_000 }, async () => {
    const receiver = 'https://receiver.example/hook'
    expect((await at.owner.rest('POST', '/webhooks', { url: receiver, events: ['client.created'] })).status).toBe(201)
    for (const name of ['Eins', 'Zwei']) await at.owner.rest('POST', '/clients', { name })
    const figures = async () => {
      const body = await text()
      return {
        up: sample(body, 'kontor_database_up'),
        lag: sample(body, 'kontor_event_lag_events'),
        age: sample(body, 'kontor_event_lag_seconds'),
        pending: sample(body, 'kontor_webhook_deliveries_pending'),
        delay: sample(body, 'kontor_webhook_delivery_delay_seconds'),
        ready: sample(body, 'kontor_jobs{queue="mail",state="ready"}'),
        idle: sample(body, 'kontor_database_connections{state="idle"}'),
      }
    }
    await expect
      .poll(figures, { timeout: 20_000, interval: 500 })
      .toMatchObject({ up: 1, lag: 2, pending: 0, ready: 0 })
    expect((await figures()).age).toBeGreaterThan(0)
    expect((await figures()).idle).toBeGreaterThan(0)
  })
})

test('/metrics is disabled without a token', async () => {
  const { app, stop: end } = await startApp()
  expect((await app.server.inject('/metrics')).statusCode).toBe(404)
  await end()
})

test('/metrics is rate-limited by address, including wrong tokens', async () => {
  const { app, stop: end } = await startApp({ env: { METRICS_TOKEN: token, PUBLIC_RATE_LIMIT_PER_MINUTE: '2' } })
  const statuses: number[] = []
  for (const sent of ['Bearer no', authorization, authorization])
    statuses.push((await app.server.inject({ url: '/metrics', headers: { authorization: sent } })).statusCode)
  expect(statuses).toEqual([401, 200, 429])
  await end()
})

test('/metrics works without the database, and reports that', async () => {
  const { app, stop: end } = await startApp({ env: { METRICS_TOKEN: token } })
  await app.system.end()
  const { statusCode, body } = await app.server.inject({ url: '/metrics', headers: { authorization } })
  expect(statusCode).toBe(200)
  expect(sample(body, 'kontor_database_up')).toBe(0)
  expect(sample(body, 'kontor_event_lag_events')).toBeUndefined()
  await end().catch(() => {})
})
