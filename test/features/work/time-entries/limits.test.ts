import { beforeAll, describe, expect, test } from 'vitest'
import { house } from '../../../harness/house.ts'

// No entry lasts longer than 31 days or ends in the future, by whatever route; sums are as long as they are.

const at = house()
const day = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * day).toISOString()
let project = ''
const start = async () => (await at.member.rest('POST', '/time-entries/start', { project_id: project })).body.id
const put = (id: string, body: object) => at.member.rest('PUT', `/time-entries/${id}`, body)
const create = (started_at: string, ended_at: string) =>
  at.member.rest('POST', '/time-entries', { project_id: project, started_at, ended_at })
/** As a timer that was forgotten so many days ago. */
const forget = (id: string, days: number) =>
  at.app.system.query('update time_entries set started_at = $2 where id = $1', [id, ago(days)])

beforeAll(async () => {
  project = (await at.owner.rest('POST', '/projects', { name: 'Relaunch' })).body.id
})

describe('an entry', () => {
  test.each([
    ['ends in the future', ago(1), ago(-1), 'ended_at'],
    ['begins in the future', ago(-1), ago(-2), 'started_at'],
    ['is longer than 31 days', ago(40), ago(8), 'ended_at'],
    ['begins in the year 0', '0000-01-01T00:00:00Z', '0000-01-02T00:00:00Z', 'started_at'],
    ['begins after 2200', '2201-01-01T00:00:00Z', '2201-01-02T00:00:00Z', 'started_at'],
  ])('that %s is refused', async (_what, began, ended, field) => {
    const { status, body } = await create(began, ended)
    expect([status, body.field]).toEqual([422, field])
  })
  test('is not made so by a change, and what is refused is what was sent', async () => {
    const { id } = (await create(ago(10), ago(9))).body
    for (const [change, field] of [
      [{ ended_at: ago(-1) }, 'ended_at'],
      [{ started_at: ago(50) }, 'started_at'],
      [{ started_at: ago(8) }, 'started_at'],
      [{ started_at: ago(60), ended_at: ago(20) }, 'ended_at'],
    ] as const) {
      const { status, body } = await put(id, change)
      expect([change, status, body.field]).toEqual([change, 422, field])
    }
  })
})

describe('a timer', () => {
  test('does not begin in 1950, and its person goes on working', async () => {
    const id = await start()
    for (const started_at of ['1950-01-01T00:00:00Z', ago(32)]) {
      const { status, body } = await put(id, { started_at })
      expect([status, body.field]).toEqual([422, 'started_at'])
    }
    expect((await put(id, { started_at: ago(30) })).status).toBe(200)
    expect((await at.member.rest('POST', `/time-entries/${id}/stop`)).status).toBe(200)
  })
  test('that was forgotten is stopped, and has run 31 days', async () => {
    const id = await start()
    await forget(id, 40)
    const { status, body } = await at.member.rest('POST', `/time-entries/${id}/stop`)
    expect([status, body.duration_seconds]).toEqual([200, (31 * day) / 1000])
  })
  test('that was forgotten gives way to the next one, and to one that goes on', async () => {
    const first = await start()
    await forget(first, 40_000)
    const second = await start()
    await forget(second, 40_000)
    expect((await at.member.rest('POST', `/time-entries/${first}/continue`)).status).toBe(201)
    for (const id of [first, second])
      expect((await at.member.rest('GET', `/time-entries/${id}`)).body.duration_seconds).toBe((31 * day) / 1000)
  })
})

test('a sum of seconds is longer than 32 bits hold, in the list and in the report', async () => {
  const ids = [(await create(ago(3), ago(2))).body.id, (await create(ago(2), ago(1))).body.id]
  await at.app.system.query('update time_entries set duration_seconds = 2000000000 where id = any($1)', [ids])
  const filter = `project_id=${project}&from=${ago(4).slice(0, 10)}`
  const list = await at.member.rest('GET', `/time-entries?${filter}`)
  expect([list.status, list.body.sum_seconds]).toEqual([200, 4_000_000_000])
  const report = await at.member.rest('GET', `/reports/time?${filter}`)
  expect([report.status, report.body.totals.seconds]).toEqual([200, 4_000_000_000])
})

test('a value that its type cannot hold is our own fault, and says nothing of how', async () => {
  const { id } = (await create(ago(3), ago(2))).body
  await at.app.system.query("update time_entries set started_at = '0044-03-15 12:00:00+00 BC' where id = $1", [id])
  try {
    const { status, body } = await at.member.rest('GET', `/time-entries/${id}`)
    expect([status, body]).toEqual([500, { error: 'internal_error', message: 'Ein Fehler auf unserer Seite.' }])
    const { errors } = await at.member.graphql(`{ timeEntry(id: "${id}") { startedAt } }`)
    expect(errors).toMatchObject([{ message: 'Ein Fehler auf unserer Seite.', extensions: { code: 'internal_error' } }])
  } finally {
    await at.app.system.query('delete from time_entries where id = $1', [id])
  }
})
