import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DiskSpace } from '#core/runtime/disk-space'
import { type House, openHouse, startApp } from '../../harness/house.ts'

// A disk that fills up: uploads are rejected first, then all writes; reads continue.

const token = 'metrics-token-of-16'
const roomy: DiskSpace = { freeBytes: 50e9, bytes: 100e9, freeInodes: 50_000, inodes: 100_000 }
const scarce: DiskSpace = { ...roomy, freeBytes: 4e9 }
const full: DiskSpace = { ...roomy, freeBytes: 1e6 }
let space = roomy
let started: Awaited<ReturnType<typeof startApp>>
let at: House
let administrator: Client

beforeAll(async () => {
  started = await startApp({ measureDisk: async () => space, env: { METRICS_TOKEN: token } })
  at = await openHouse(started.app)
  administrator = new Client({ connectionString: started.url })
  await administrator.connect()
}, 60_000)
afterAll(async () => {
  await administrator.end()
  await started.stop()
})
beforeEach(() => isMeasured(roomy))

/** Measurements are cached for a second. */
async function isMeasured(now: DiskSpace) {
  space = now
  await expect.poll(async () => (await started.app.services.disk.measure()).get('data')).toEqual(now)
}
const write = () => at.owner.rest('POST', '/clients', { name: 'Neu' })
const ready = async () => {
  const { statusCode, body } = await started.app.server.inject('/readyz')
  return [statusCode, JSON.parse(body)]
}
const upload = () =>
  started.app.server.inject({
    method: 'POST',
    url: '/api/v1/storage/files',
    headers: { authorization: `Bearer ${at.owner.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhallo\r\n--x--\r\n',
  })

describe('a disk', () => {
  test('with less than 5 % free rejects uploads only', async () => {
    expect((await upload()).statusCode).toBe(201)
    await isMeasured(scarce)
    const refused = await upload()
    expect([refused.statusCode, refused.json().error, refused.headers['retry-after']]).toEqual([503, 'disk_full', '60'])
    expect((await write()).status).toBe(201)
    expect(await ready()).toEqual([200, { status: 'ok' }])
    await isMeasured({ ...roomy, freeInodes: 4_000 })
    expect((await upload()).statusCode).toBe(503)
  })
  test('with little space left rejects writes, over REST and GraphQL, until there is room', async () => {
    await isMeasured(full)
    const refused = await write()
    expect(refused).toMatchObject({ status: 503, body: { error: 'disk_full' } })
    expect(refused.headers['retry-after']).toBe('60')
    const answer = await at.owner.graphql('mutation { createClient(input: { name: "Neu" }) { id } }')
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'disk_full', status: 503, retryAfter: 60 })
    expect((await at.owner.rest('GET', '/clients')).status).toBe(200)
    await expect.poll(ready).toEqual([503, { status: 'unavailable', disk: 'full' }])
    await isMeasured(roomy)
    expect((await write()).status).toBe(201)
    await expect.poll(ready).toEqual([200, { status: 'ok' }])
  })
  test('is reported by /metrics', async () => {
    const { body } = await started.app.server.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(body).toContain('kontor_disk_free_bytes{place="data"} 50000000000')
    expect(body).toContain('kontor_disk_free_inodes{place="data"} 50000')
  })
})

test('a full disk of PostgreSQL, by its error code, rejects writes and readiness until a retry succeeds', async () => {
  await administrator.query(`
    create function is_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger is_full before insert on clients execute function is_full()`)
  try {
    const refused = await write()
    expect([refused.status, refused.body, refused.headers['retry-after']]).toMatchObject([
      503,
      { error: 'disk_full' },
      '60',
    ])
    expect((await at.owner.rest('GET', '/clients')).status).toBe(200)
  } finally {
    await administrator.query('drop function is_full cascade')
  }
  await expect.poll(ready).toEqual([200, { status: 'ok' }])
  expect((await write()).status).toBe(201)
})
