import { beforeAll, describe, expect, test } from 'vitest'
import { type House, house, openHouse, scenario } from '../../../harness/house.ts'

const at = house()
let foreign: House
let own = ''

const days = { starts_on: '2026-12-21', ends_on: '2026-12-23' }

beforeAll(async () => {
  foreign = await openHouse(at.app)
  own = (await at.member.rest('POST', '/absences', { ...days, kind: 'sick', note: 'Grippe' })).body.id
})

describe('absence', () => {
  scenario(at, 'is entered for oneself, and says so', {
    as: 'member',
    post: '/absences',
    send: { starts_on: '2027-03-01', ends_on: '2027-03-01' },
    status: 201,
    body: { kind: 'vacation', half_day: false, half: null, note: null, user: { name: 'member' } },
    events: ['absence.created'],
  })
  scenario(at, 'of half a day is that of the morning unless said', {
    as: 'member',
    post: '/absences',
    send: { starts_on: '2027-03-02', ends_on: '2027-03-02', half_day: true },
    status: 201,
    body: { half_day: true, half: 'morning' },
    events: ['absence.created'],
  })
  scenario(at, 'is half a day of one day alone', {
    post: '/absences',
    send: { ...days, half_day: true },
    status: 422,
    body: { field: 'half_day' },
    events: [],
  })
  scenario(at, 'has a half only of half a day', {
    post: '/absences',
    send: { ...days, half: 'morning' },
    status: 422,
    body: { field: 'half' },
  })
  scenario(at, 'does not end before it begins', {
    post: '/absences',
    send: { starts_on: '2026-12-23', ends_on: '2026-12-21' },
    status: 422,
    body: { field: 'ends_on' },
  })
  scenario(at, 'lasts three years at most', {
    post: '/absences',
    send: { starts_on: '2026-01-01', ends_on: '2029-06-01' },
    status: 422,
    body: { field: 'ends_on' },
  })
  scenario(at, 'has days', {
    post: '/absences',
    send: { starts_on: '2026-12-21' },
    status: 400,
    body: { field: 'ends_on' },
  })
  scenario(at, 'is entered for others by administrators', () => ({
    as: 'admin',
    post: '/absences',
    send: { ...days, user_id: at.member.id },
    status: 201,
    body: { user_id: at.member.id },
    events: ['absence.created'],
  }))
  scenario(at, 'is not entered for others by a member', () => ({
    as: 'member',
    post: '/absences',
    send: { ...days, user_id: at.owner.id },
    status: 403,
  }))
  scenario(at, 'is of somebody in the organization', () => ({
    post: '/absences',
    send: { ...days, user_id: foreign.owner.id },
    status: 422,
    body: { field: 'user_id' },
  }))
  scenario(at, 'is not entered by a viewer', { as: 'viewer', post: '/absences', send: days, status: 403 })
  scenario(at, 'is closed to an auditor', { as: 'auditor', get: '/absences', status: 403 })
  test("returns 404 for another organization's absence", async () => {
    for (const method of ['GET', 'DELETE'] as const)
      expect((await foreign.owner.rest(method, `/absences/${own}`)).status).toBe(404)
    expect((await foreign.owner.rest('PUT', `/absences/${own}`, { note: 'x' })).status).toBe(404)
  })
})

describe('kind and note of an absence', () => {
  test.each([
    ['member', 'sick', 'Grippe'],
    ['owner', 'sick', 'Grippe'],
    ['admin', 'sick', 'Grippe'],
    ['viewer', null, null],
    ['accountant', null, null],
  ] as const)('%s sees %s', async (role, kind, note) => {
    const { body } = await at[role].rest('GET', `/absences/${own}`)
    expect(body).toMatchObject({ ...days, kind, note, user: { name: 'member' } })
    const { data } = await at[role].graphql(`{ absence(id: "${own}") { kind note startsOn } }`)
    expect(data.absence).toEqual({ kind, note, startsOn: days.starts_on })
    const { body: feed } = await at[role].rest('GET', '/events?names=absence.created&per_page=1')
    expect(feed.events[0].data).toMatchObject({ id: own, kind, note })
  })
})

test('lists absences by member and dates', async () => {
  const listed = async (query: string) => {
    const { body } = await at.viewer.rest('GET', `/absences?sort=starts_on&${query}`)
    return body.absences.map((absence: { starts_on: string }) => absence.starts_on)
  }
  expect(await listed(`user_id=${at.member.id}`)).toEqual(['2026-12-21', '2026-12-21', '2027-03-01', '2027-03-02'])
  expect(await listed('from=2026-12-23&to=2027-03-01')).toEqual(['2026-12-21', '2026-12-21', '2027-03-01'])
  expect(await listed('from=2026-12-24&to=2027-02-28')).toEqual([])
  expect(await listed(`user_id=${foreign.owner.id}`)).toEqual([])
})

test('lists open tasks that are due during an absence', async () => {
  const { body: project } = await at.owner.rest('POST', '/projects', { name: 'Umbau' })
  const task = async (title: string, due_date: string, assignee: string) =>
    (
      await at.owner.rest('POST', '/tasks', {
        title,
        due_date,
        project_id: project.id,
        column_id: project.columns[0].id,
        assignee_ids: [assignee],
      })
    ).body
  await task('davor', '2026-12-20', at.member.id)
  const due = await task('fällig', '2026-12-23', at.member.id)
  await task('fremd', '2026-12-22', at.owner.id)
  const done = await task('erledigt', '2026-12-22', at.member.id)
  await at.owner.rest('PATCH', `/tasks/${done.id}/toggle-done`)
  await at.events()
  const { body } = await at.viewer.rest('GET', `/absences/${own}`)
  expect(body.tasks_due).toEqual([{ id: due.id, title: 'fällig', due_date: '2026-12-23', priority: due.priority }])
})

describe('absence events', () => {
  scenario(at, 'is changed by who is away', () => ({
    as: 'member',
    put: `/absences/${own}`,
    send: { ends_on: '2026-12-21', half_day: true, half: 'afternoon' },
    status: 200,
    body: { kind: 'sick', half: 'afternoon', version: 2 },
    events: ['absence.updated'],
  }))
  test('hide changes of kind and note from other members', async () => {
    const kind = async (kind: string) =>
      at.member.rest('PUT', `/absences/${own}`, { kind, note: kind, ends_on: '2026-12-22', half_day: false })
    await kind('other')
    const told = async (role: 'viewer' | 'owner') =>
      (await at[role].rest('GET', '/events?names=absence.updated&per_page=100')).body.events.at(-1)
    expect((await told('owner')).changes).toEqual(expect.arrayContaining(['kind', 'note', 'ends_on']))
    const { changes, data } = await told('viewer')
    expect(changes).toEqual(expect.arrayContaining(['ends_on']))
    expect(changes).not.toEqual(expect.arrayContaining(['kind']))
    expect(changes).not.toEqual(expect.arrayContaining(['note']))
    expect(data).toMatchObject({ kind: null, note: null })
    await kind('sick')
    await at.member.rest('PUT', `/absences/${own}`, { ends_on: '2026-12-21', half_day: true, half: 'afternoon' })
    await at.events()
  })
  scenario(at, 'becomes whole days again', () => ({
    as: 'member',
    put: `/absences/${own}`,
    send: { half_day: false, ends_on: '2026-12-24' },
    status: 200,
    body: { half_day: false, half: null },
    events: ['absence.updated'],
  }))
  test('returns 403 for changes by other members', async () => {
    const { body } = await at.owner.rest('POST', '/absences', days)
    expect((await at.member.rest('PUT', `/absences/${body.id}`, { note: 'x' })).status).toBe(403)
    expect((await at.member.rest('DELETE', `/absences/${body.id}`)).status).toBe(403)
    await at.events()
  })
  scenario(at, 'is deleted', () => ({
    as: 'member',
    delete: `/absences/${own}`,
    status: 204,
    events: ['absence.deleted'],
  }))
  test('deletes absences with their member', async () => {
    const { body: leaver } = await at.owner.rest('POST', '/members', {
      name: 'Geht',
      email: 'geht@kontor.example',
      role: 'member',
    })
    const { body } = await at.owner.rest('POST', '/absences', { ...days, user_id: leaver.id })
    await at.events()
    expect((await at.owner.rest('DELETE', `/members/${leaver.id}`)).status).toBe(204)
    expect(await at.events()).toEqual(['absence.deleted'])
    expect((await at.owner.rest('GET', `/absences/${body.id}`)).status).toBe(404)
  })
})
