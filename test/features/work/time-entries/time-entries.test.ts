import { beforeAll, describe, expect, test } from 'vitest'
import { house, openHouse, scenario } from '../../../harness/house.ts'

const at = house()
let project = ''
let task = ''
let entry = ''
const span = { started_at: '2026-01-05T08:00:00+01:00', ended_at: '2026-01-05T09:30:00+01:00' }

beforeAll(async () => {
  const client = (await at.owner.rest('POST', '/clients', { name: 'Kunde', hourly_rate_cents: 9000 })).body
  const made = (await at.owner.rest('POST', '/projects', { name: 'Relaunch', client_id: client.id })).body
  project = made.id
  const sent = { title: 'Entwurf', project_id: project, column_id: made.columns[0].id }
  task = (await at.owner.rest('POST', '/tasks', sent)).body.id
  entry = (await at.member.rest('POST', '/time-entries', { task_id: task, ...span })).body.id
})

describe('a timer', () => {
  scenario(at, 'is started on a task, at the rate of the client', () => ({
    as: 'member',
    post: '/time-entries/start',
    send: { task_id: task, description: 'Skizze' },
    status: 201,
    body: {
      status: 'running',
      ended_at: null,
      duration_seconds: null,
      user_id: at.member.id,
      project: { id: project, name: 'Relaunch' },
      task: { id: task, title: 'Entwurf' },
      hourly_rate_cents: 9000,
      billable: true,
    },
    events: ['time_entry.started'],
  }))
  scenario(at, 'that is started stops the one that runs', () => ({
    as: 'member',
    post: '/time-entries/start',
    send: { project_id: project },
    status: 201,
    body: { status: 'running', task_id: null, task: null },
    events: ['time_entry.stopped', 'time_entry.started'],
  }))
  scenario(at, 'that runs is the person’s own', {
    as: 'member',
    get: '/time-entries/running',
    status: 200,
    body: { status: 'running', task_id: null },
  })
  scenario(at, 'is not found where none runs', { as: 'viewer', get: '/time-entries/running', status: 404 })
  test('is stopped once', async () => {
    const { id } = (await at.member.rest('GET', '/time-entries/running')).body
    expect((await at.viewer.rest('POST', `/time-entries/${id}/stop`)).status).toBe(403)
    const stopped = await at.member.rest('POST', `/time-entries/${id}/stop`)
    expect([stopped.status, stopped.body.status]).toEqual([200, 'stopped'])
    const again = await at.member.rest('POST', `/time-entries/${id}/stop`)
    expect([again.status, again.body.error]).toEqual([409, 'invalid_state'])
  })
  test('started eight times at once runs once, and every other one is stopped', async () => {
    await at.events()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => at.member.rest('POST', '/time-entries/start', { task_id: task })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    const { body } = await at.member.rest('GET', `/time-entries?status=running&user_id=${at.member.id}`)
    expect(body.total).toBe(1)
    const events = await at.events()
    expect(events.filter((name) => name === 'time_entry.started')).toHaveLength(8)
    expect(events.filter((name) => name === 'time_entry.stopped')).toHaveLength(7)
  })
  scenario(at, 'goes on with what an entry was about', () => ({
    as: 'admin',
    post: `/time-entries/${entry}/continue`,
    status: 201,
    body: { status: 'running', task_id: task, user_id: at.admin.id },
    events: ['time_entry.started'],
  }))
  test('is stopped by an end that is sent', async () => {
    const { id } = (await at.admin.rest('GET', '/time-entries/running')).body
    await at.events()
    const began = { started_at: span.started_at, ended_at: span.ended_at }
    const { body } = await at.admin.rest('PUT', `/time-entries/${id}`, began)
    expect(body).toMatchObject({ status: 'stopped', duration_seconds: 5400 })
    expect(await at.events()).toEqual(['time_entry.stopped'])
  })
  scenario(at, 'needs something to be worked on', {
    post: '/time-entries/start',
    send: {},
    status: 400,
    body: { error: 'validation_failed', field: 'task_id' },
  })
  scenario(at, 'knows no task that is not there', () => ({
    post: '/time-entries/start',
    send: { task_id: project },
    status: 422,
    body: { field: 'task_id' },
  }))
  for (const as of ['viewer', 'accountant', 'auditor'] as const)
    scenario(at, `is refused to the ${as}`, () => ({
      as,
      post: '/time-entries/start',
      send: { task_id: task },
      status: 403,
    }))
})

describe('time after the fact', () => {
  scenario(at, 'is written down by an administrator for another, and says what it overlaps', () => ({
    as: 'admin',
    post: '/time-entries',
    send: { task_id: task, user_id: at.member.id, billable: false, ...span, hourly_rate_cents: 100 },
    status: 201,
    body: {
      status: 'stopped',
      started_at: '2026-01-05T07:00:00.000Z',
      duration_seconds: 5400,
      billable: false,
      user_id: at.member.id,
      overlaps: [entry],
      hourly_rate_cents: 100,
    },
    events: ['time_entry.created'],
  }))
  scenario(at, 'is summed in lists', () => ({
    as: 'viewer',
    get: `/time-entries?user_id=${at.member.id}&from=2026-01-05&to=2026-01-05&per_page=1`,
    status: 200,
    body: { time_entries: [{ billable: false }], total: 2, sum_seconds: 10800 },
  }))
  scenario(at, 'is not found on other days', {
    get: '/time-entries?to=2026-01-04',
    status: 200,
    body: { time_entries: [], total: 0, sum_seconds: 0 },
  })
  scenario(at, 'is found by a filter on its words, its bill and its task', () => ({
    get: `/time-entries?task_id=${task}&q=relaunch&billable=false&invoiced=false`,
    status: 200,
    body: { total: 1 },
  }))
  scenario(at, 'is read by its id', () => ({
    as: 'accountant',
    get: `/time-entries/${entry}`,
    status: 200,
    body: { id: entry, duration_seconds: 5400 },
  }))
  scenario(at, 'is corrected', () => ({
    as: 'member',
    put: `/time-entries/${entry}`,
    send: { ended_at: '2026-01-05T09:00:00Z', description: 'länger' },
    status: 200,
    body: { duration_seconds: 7200, description: 'länger' },
    events: ['time_entry.updated'],
  }))
  scenario(at, 'says nothing when nothing changed', () => ({
    as: 'member',
    put: `/time-entries/${entry}`,
    send: { description: 'länger' },
    status: 200,
  }))
  test('counts on the board, in minutes', async () => {
    const { body } = await at.viewer.rest('GET', `/projects/${project}/columns`)
    const sum = (await at.viewer.rest('GET', `/time-entries?task_id=${task}`)).body.sum_seconds
    expect(body[0].tasks[0].time_tracked_minutes).toBe(Math.floor(sum / 60))
    expect(sum).toBeGreaterThan(7200)
  })
  for (const [what, send, status, field] of [
    ['without an end', { ended_at: undefined }, 400, 'ended_at'],
    ['that ends as it starts', { ended_at: span.started_at }, 422, 'ended_at'],
    ['longer than a month', { ended_at: '2026-03-01T00:00:00Z' }, 422, 'ended_at'],
    ['in the future', { started_at: '2999-01-01T00:00:00Z', ended_at: '2999-01-01T01:00:00Z' }, 422, 'started_at'],
    ['at a negative rate', { hourly_rate_cents: -1 }, 422, 'hourly_rate_cents'],
    ['on a day that does not exist', { started_at: '2026-02-30T00:00:00Z' }, 422, 'started_at'],
  ] as const)
    scenario(at, `${what} is refused`, () => ({
      post: '/time-entries',
      send: { task_id: task, ...span, ...send },
      status,
      body: { field },
    }))
  scenario(at, 'of another is not for a member to write', () => ({
    as: 'member',
    post: '/time-entries',
    send: { task_id: task, user_id: at.owner.id, ...span },
    status: 403,
  }))
  test('of another is not for a member to change', async () => {
    const { id } = (await at.owner.rest('POST', '/time-entries', { task_id: task, ...span })).body
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/stop'],
    ] as const)
      expect((await at.member.rest(method, `/time-entries/${id}${path}`, {})).status).toBe(403)
  })
  scenario(at, 'a stale version is refused', () => ({
    put: `/time-entries/${entry}`,
    send: { description: 'x' },
    headers: { 'if-match': '"1"' },
    status: 412,
  }))
  scenario(at, 'is closed to an auditor', { as: 'auditor', get: '/time-entries', status: 403 })
  scenario(at, 'is deleted', () => ({
    as: 'member',
    delete: `/time-entries/${entry}`,
    status: 204,
    events: ['time_entry.deleted'],
  }))
  test('goes with its task, and with its project', async () => {
    expect((await at.owner.rest('DELETE', `/tasks/${task}`)).status).toBe(204)
    expect((await at.owner.rest('DELETE', `/projects/${project}`)).status).toBe(204)
    expect((await at.owner.rest('GET', `/time-entries?project_id=${project}`)).body.total).toBe(0)
  })
})

describe('a timer that runs', () => {
  test('stops when its person leaves', async () => {
    const other = await openHouse(at.app)
    const place = (await other.owner.rest('POST', '/projects', { name: 'x' })).body.id
    const { id } = (await other.member.rest('POST', '/time-entries/start', { project_id: place })).body
    await other.events()
    expect((await other.owner.rest('DELETE', `/members/${other.member.id}`)).status).toBe(204)
    expect(await other.events()).toEqual(['time_entry.stopped'])
    expect((await other.owner.rest('GET', `/time-entries/${id}`)).body.status).toBe('stopped')
  })
  test('goes with its task, and says so', async () => {
    const made = (await at.owner.rest('POST', '/projects', { name: 'x' })).body
    const sent = { title: 'x', project_id: made.id, column_id: made.columns[0].id }
    const on = (await at.owner.rest('POST', '/tasks', sent)).body.id
    await at.owner.rest('POST', '/time-entries/start', { task_id: on })
    await at.events()
    await at.owner.rest('DELETE', `/tasks/${on}`)
    expect((await at.events()).sort()).toEqual(['task.deleted', 'time_entry.deleted'])
  })
})
