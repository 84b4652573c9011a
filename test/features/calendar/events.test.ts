import { beforeAll, describe, expect, test } from 'vitest'
import { operateAsSystem } from '#core/operation/operation'
import { readBusyIntervals } from '#features/calendar/availability/busy-intervals'
import { house, openHouse, scenario } from '../../harness/house.ts'
import { calendarOf } from './calendar.ts'
import { makeSynced } from './synced.ts'

const at = house()
const other = house()

const { create, window, starts } = calendarOf(at)
const single = { title: 'Termin', start_time: '2026-12-01T10:00:00+01:00', end_time: '2026-12-01T11:00:00+01:00' }

describe('an event', () => {
  let id = ''
  beforeAll(async () => {
    id = (await create()).id
  })
  scenario(at, 'is created in the calendar of who creates it, in their zone', () => ({
    as: 'member',
    post: '/calendar/events',
    send: { ...single, description: 'Worum', location: 'Wo', attach_meet: true },
    status: 201,
    body: {
      title: 'Termin',
      start_time: '2026-12-01T09:00:00.000Z',
      timezone: 'Europe/Berlin',
      all_day: false,
      recurrence: null,
      occurrence_start: null,
      user_id: at.member.id,
      user: { id: at.member.id, name: 'member' },
      attach_meet: true,
      meet_url: /^https:\/\/meet\.jit\.si\/kontor-\w{22}$/,
      attendee_emails: [],
      attendees: [],
    },
  }))
  for (const [title, more, field] of [
    ['ends after its start', { end_time: single.start_time }, 'end_time'],
    ['has a zone that exists', { timezone: 'Berlin' }, 'timezone'],
    ['has a member of the organization', { user_id: '00000000-0000-4000-8000-000000000000' }, 'user_id'],
    ['has a project of the organization', { project_id: '00000000-0000-4000-8000-000000000000' }, 'project_id'],
    ['has a client of the organization', { client_id: '00000000-0000-4000-8000-000000000000' }, 'client_id'],
    ['has addresses of mail', { attendee_emails: ['niemand'] }, 'attendee_emails'],
    ['has nobody twice', { attendee_emails: ['A@b.example', 'a@b.example'] }, 'attendee_emails'],
    ['has a title', { title: ' ' }, 'title'],
    [
      'ends within the years of the API',
      { all_day: true, timezone: 'UTC', start_time: '2200-12-31T23:00:00Z', end_time: '2200-12-31T23:30:00Z' },
      'end_time',
    ],
    [
      'starts within the years of the API',
      {
        all_day: true,
        timezone: 'Europe/Berlin',
        start_time: '1900-01-01T00:00:00Z',
        end_time: '1900-01-01T09:00:00Z',
      },
      'start_time',
    ],
  ] as const)
    scenario(at, title, () => ({
      post: '/calendar/events',
      send: { ...single, ...more },
      status: 422,
      body: { field },
    }))
  scenario(at, 'needs a start', {
    post: '/calendar/events',
    send: { title: 'a', end_time: single.end_time },
    status: 400,
  })
  scenario(at, 'is read by a viewer', () => ({
    as: 'viewer',
    get: `/calendar/events/${id}`,
    status: 200,
    body: { id },
  }))
  scenario(at, 'is not for an auditor', () => ({ as: 'auditor', get: `/calendar/events/${id}`, status: 403 }))
  for (const as of ['viewer', 'accountant', 'auditor'] as const) {
    scenario(at, `is not created by ${as}`, { as, post: '/calendar/events', send: single, status: 403 })
    scenario(at, `is not changed by ${as}`, () => ({
      as,
      put: `/calendar/events/${id}`,
      send: { title: 'b' },
      status: 403,
    }))
    scenario(at, `is not deleted by ${as}`, () => ({ as, delete: `/calendar/events/${id}`, status: 403 }))
  }
  scenario(at, 'is changed by a member: moved by its start alone it is as long as before', () => ({
    as: 'member',
    put: `/calendar/events/${id}`,
    send: { start_time: '2026-12-02T09:30:00Z', title: 'Später' },
    status: 200,
    body: { title: 'Später', end_time: '2026-12-02T10:30:00.000Z', version: 2 },
  }))
  scenario(at, 'is refused where it was changed meanwhile', () => ({
    put: `/calendar/events/${id}`,
    send: { title: 'b' },
    headers: { 'if-match': '"1"' },
    status: 412,
  }))
  scenario(at, 'gets and loses a video meeting', () => ({
    put: `/calendar/events/${id}`,
    send: { attach_meet: true },
    status: 200,
    body: { attach_meet: true, meet_url: /^https:/ },
  }))
  test('keeps its video room until it is removed', async () => {
    const { body } = await at.owner.rest('GET', `/calendar/events/${id}`)
    expect((await at.owner.rest('PUT', `/calendar/events/${id}`, body)).body.meet_url).toBe(body.meet_url)
    const without = await at.owner.rest('PUT', `/calendar/events/${id}`, { attach_meet: false })
    expect(without.body).toMatchObject({ attach_meet: false, meet_url: null })
  })
  test("returns 404 for another organization's event", async () => {
    for (const [method, body] of [['GET'], ['PUT', { title: 'x' }], ['DELETE']] as const)
      expect((await other.owner.rest(method, `/calendar/events/${id}`, body)).status).toBe(404)
    const path = '/calendar/events?from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z'
    expect((await other.owner.rest('GET', path)).body).toEqual({ events: [], total: 0 })
  })
  scenario(at, 'is deleted', () => ({ as: 'member', delete: `/calendar/events/${id}`, status: 204 }))
  scenario(at, 'is gone then', () => ({ get: `/calendar/events/${id}`, status: 404 }))
})

describe('event window', () => {
  test('contains events that overlap it, but not those that only touch it', async () => {
    const ids: Record<string, string> = {}
    for (const [name, start, end] of [
      ['before', '08:00', '09:00'],
      ['into', '08:30', '09:30'],
      ['within', '09:10', '09:20'],
      ['over', '08:00', '12:00'],
      ['after', '10:00', '11:00'],
    ] as const)
      ids[name] = (
        await create({ title: name, start_time: `2026-10-06T${start}:00Z`, end_time: `2026-10-06T${end}:00Z` })
      ).id
    const { events, total } = await window('2026-10-06T09:00:00Z', '2026-10-06T10:00:00Z')
    expect(events.map(({ title }: { title: string }) => title).sort()).toEqual(['into', 'over', 'within'])
    expect(total).toBe(3)
  })
  test('finds events longer than an occurrence of a series may be', async () => {
    await create({
      title: 'Messe',
      start_time: '2025-01-05T09:00:00Z',
      end_time: '2025-02-04T09:00:00Z',
      user_id: at.admin.id,
    })
    expect(
      (await window('2025-02-04T08:00:00Z', '2025-02-04T10:00:00Z', `&user_id=${at.admin.id}`)).events,
    ).toMatchObject([{ title: 'Messe' }])
    await create({ title: 'Elternzeit', start_time: '2025-01-01T00:00:00Z', end_time: '2025-12-01T00:00:00Z' })
    const { events } = await window('2025-11-20T00:00:00Z', '2025-11-21T00:00:00Z')
    expect(events).toMatchObject([{ title: 'Elternzeit', occurrence_start: null }])
  })
  test('can be paged and filtered', async () => {
    const project = await at.owner.rest('POST', '/projects', { name: 'Umbau' })
    for (const hour of ['09', '10', '11'])
      await create({
        title: `Stunde ${hour}`,
        start_time: `2026-10-07T${hour}:00:00Z`,
        end_time: `2026-10-07T${hour}:30:00Z`,
        project_id: hour === '10' ? project.body.id : null,
      })
    const day = ['2026-10-07T00:00:00Z', '2026-10-08T00:00:00Z'] as const
    expect(starts(await window(...day, '&page=2&per_page=2'))).toEqual(['2026-10-07T11:00:00.000Z'])
    expect((await window(...day, '&page=1')).total).toBe(3)
    expect(starts(await window(...day, '&sort=-start_time'))).toHaveLength(3)
    expect((await window(...day, `&project_id=${project.body.id}`)).events).toMatchObject([
      { project: { name: 'Umbau' } },
    ])
    expect((await window(...day, '&q=stunde%2011')).total).toBe(1)
    expect((await window(...day, `&user_id=${at.member.id}`)).total).toBe(0)
    expect((await window(...day, '&updated_since=2200-01-01T00:00:00Z')).total).toBe(0)
  })
  test('is refused with more than 20,000 occurrences', async () => {
    const crowded = await openHouse(at.app)
    const one = await crowded.owner.rest('POST', '/calendar/events', single)
    await crowded.app.system.query(
      `insert into calendar_events (organization_id, id, created_at, updated_at, version, title, start_time, end_time,
         timezone, user_id, span_start, span_end, lasting, uid)
       select organization_id, gen_random_uuid(), created_at, updated_at, 1, 'E', start_time, end_time, timezone, user_id,
         span_start, span_end, false, uid || i from calendar_events, generate_series(1, 20000) i where id = $1`,
      [one.body.id],
    )
    const path = '/calendar/events?from=2026-12-01T00:00:00Z&to=2026-12-02T00:00:00Z&per_page=1'
    const { status, body } = await crowded.owner.rest('GET', path)
    expect([status, body.field]).toEqual([422, 'to'])
    await crowded.owner.rest('DELETE', `/calendar/events/${one.body.id}`)
    expect((await crowded.owner.rest('GET', path)).body.total).toBe(20_000)
  })
  test('searches occurrences by their own fields', async () => {
    const { id } = await create({ title: 'Alpha', location: 'Nord', recurrence: 'FREQ=DAILY;COUNT=4' })
    const change = (occurrence_start: string, more: object) =>
      at.owner.rest('PUT', `/calendar/events/${id}`, { occurrence_start, ...more })
    await change('2026-12-02T09:00:00Z', { title: 'Beta' })
    await change('2026-12-03T09:00:00Z', { location: null, start_time: '2027-01-20T09:00:00Z' })
    const found = async (q: string) => starts(await window('2026-12-01T00:00:00Z', '2027-02-01T00:00:00Z', `&q=${q}`))
    const [first, second, third, fourth] = [
      '2026-12-01T09:00:00.000Z',
      '2026-12-02T09:00:00.000Z',
      '2027-01-20T09:00:00.000Z',
      '2026-12-04T09:00:00.000Z',
    ]
    expect(await found('beta')).toEqual([second])
    expect(await found('alpha')).toEqual([first, fourth, third])
    expect(await found('nord')).toEqual([first, second, fourth])
    expect(await found('beta%20nord')).toEqual([second])
  })
  scenario(at, 'has a start', { get: '/calendar/events?to=2026-01-01T00:00:00Z', status: 400, body: { field: 'from' } })
  scenario(at, 'ends after it', {
    get: '/calendar/events?from=2026-01-01T00:00:00Z&to=2025-12-31T00:00:00Z',
    status: 422,
    body: { field: 'to' },
  })
  scenario(at, 'has at most 366 days', {
    get: '/calendar/events?from=2026-01-01T00:00:00Z&to=2027-01-02T00:00:01Z',
    status: 422,
    body: { field: 'to' },
  })
})

describe('all-day events', () => {
  test('block bookings only if they are busy', async () => {
    const day = { all_day: true, start_time: '2027-03-01T23:00:00Z', end_time: '2027-03-02T23:00:00Z' }
    const window = { from: Date.parse('2027-03-01T00:00:00Z'), to: Date.parse('2027-03-04T00:00:00Z') }
    const { organizationId } = at
    const busy = () =>
      operateAsSystem(at.app.services, organizationId, (context) => readBusyIntervals(context, [at.owner.id], window))
    const before = await busy()
    expect((await create(day)).busy).toBe(false)
    expect(await busy()).toEqual(before)
    expect((await create({ ...day, busy: true })).busy).toBe(true)
    expect(await busy()).toHaveLength(before.length + 1)
  })
  test('last from midnight to midnight in their zone, also when clocks change', async () => {
    const days = await create({
      all_day: true,
      start_time: '2026-10-24T10:00:00+02:00',
      end_time: '2026-10-25T12:00:00+01:00',
    })
    expect(days).toMatchObject({ start_time: '2026-10-23T22:00:00.000Z', end_time: '2026-10-25T23:00:00.000Z' })
  })
  for (const [title, from, to, change, start, end] of [
    [
      'to one of 25 hours',
      '2026-10-20',
      '2026-10-21',
      { start_time: '2026-10-25T00:00:00+02:00' },
      '10-24T22',
      '10-25T23',
    ],
    [
      'from one of 25 hours',
      '2026-10-25',
      '2026-10-26',
      { start_time: '2026-10-27T00:00:00+01:00' },
      '10-26T23',
      '10-27T23',
    ],
    ['to a noon', '2026-11-10', '2026-11-12', { start_time: '2026-11-16T12:00:00+01:00' }, '11-15T23', '11-17T23'],
    ['to another zone', '2026-11-10', '2026-11-12', { timezone: 'America/New_York' }, '11-10T05', '11-12T05'],
  ] as const)
    test(`are as many after a move ${title}`, async () => {
      const midnight = (day: string) => `${day}T00:00:00${day < '2026-10-25T01' ? '+02:00' : '+01:00'}`
      const { id } = await create({ all_day: true, start_time: midnight(from), end_time: midnight(to) })
      const { body } = await at.owner.rest('PUT', `/calendar/events/${id}`, change)
      expect(body).toMatchObject({ start_time: `2026-${start}:00:00.000Z`, end_time: `2026-${end}:00:00.000Z` })
    })
  test('keep their number of days when one occurrence is moved', async () => {
    const span = { start_time: '2026-10-23T00:00:00+02:00', end_time: '2026-10-24T00:00:00+02:00' }
    const { id } = await create({ all_day: true, recurrence: 'FREQ=DAILY;COUNT=3', ...span })
    const { body } = await at.owner.rest('PUT', `/calendar/events/${id}`, {
      occurrence_start: '2026-10-23T22:00:00Z',
      start_time: '2026-10-25T00:00:00+02:00',
    })
    expect(body).toMatchObject({ start_time: '2026-10-24T22:00:00.000Z', end_time: '2026-10-25T23:00:00.000Z' })
  })
  for (const recurrence of ['FREQ=HOURLY;COUNT=5', 'FREQ=DAILY;BYHOUR=9,15;COUNT=4', 'FREQ=DAILY;BYMINUTE=0'])
    test(`do not repeat by the clock: ${recurrence}`, async () => {
      const days = { all_day: true, start_time: '2027-01-10T23:00:00Z', end_time: '2027-01-11T23:00:00Z' }
      const { status, body } = await at.owner.rest('POST', '/calendar/events', { title: 'x', recurrence, ...days })
      expect([status, body.field]).toEqual([422, 'recurrence'])
      const { id } = await create({ recurrence: recurrence.replace('HOURLY', 'DAILY').replace(/;BYHOUR.*|;BYM.*/, '') })
      const made = await at.owner.rest('PUT', `/calendar/events/${id}`, { all_day: true, recurrence })
      expect([made.status, made.body.field]).toEqual([422, 'recurrence'])
    })
  test('repeat as whole days', async () => {
    const span = { start_time: '2026-03-22T00:00:00+01:00', end_time: '2026-03-23T00:00:00+01:00' }
    const { id } = await create({ all_day: true, recurrence: 'FREQ=WEEKLY;COUNT=3', ...span })
    const { events } = await window('2026-03-01T00:00:00Z', '2026-05-01T00:00:00Z')
    const own = events.filter((event: { id: string }) => event.id === id)
    expect(own.map((event: { start_time: string; end_time: string }) => [event.start_time, event.end_time])).toEqual([
      ['2026-03-21T23:00:00.000Z', '2026-03-22T23:00:00.000Z'],
      // A day of 23 hours.
      ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
      ['2026-04-04T22:00:00.000Z', '2026-04-05T22:00:00.000Z'],
    ])
  })
})

describe('time entry of an event', () => {
  let project = ''
  beforeAll(async () => {
    project = (await at.owner.rest('POST', '/projects', { name: 'Zeit' })).body.id
  })
  const past = { start_time: '2026-02-02T09:00:00Z', end_time: '2026-02-02T10:30:00Z' }
  test('is created on the project of the event for the caller', async () => {
    const { id } = await create({ ...past, title: 'Workshop', project_id: project })
    await at.events()
    const { status, body } = await at.member.rest('POST', `/calendar/events/${id}/time-entry`)
    expect([status, body.duration_seconds, body.description]).toEqual([201, 5400, 'Workshop'])
    expect(body).toMatchObject({ user_id: at.member.id, project_id: project, started_at: '2026-02-02T09:00:00.000Z' })
    expect(await at.events()).toEqual(['time_entry.created'])
    expect((await at.viewer.rest('POST', `/calendar/events/${id}/time-entry`)).status).toBe(403)
    expect((await other.owner.rest('POST', `/calendar/events/${id}/time-entry`)).status).toBe(404)
  })
  test('is created for one occurrence, on another project', async () => {
    const { id } = await create({ ...past, recurrence: 'FREQ=WEEKLY' })
    const send = { occurrence_start: '2026-02-09T09:00:00Z', project_id: project, billable: false }
    const { body } = await at.owner.rest('POST', `/calendar/events/${id}/time-entry`, send)
    expect(body).toMatchObject({ started_at: '2026-02-09T09:00:00.000Z', billable: false })
    // The hours would be billed twice.
    const again = await at.owner.rest('POST', `/calendar/events/${id}/time-entry`, send)
    expect([again.status, again.body.error]).toEqual([409, 'conflict'])
    expect((await at.member.rest('POST', `/calendar/events/${id}/time-entry`, send)).status).toBe(201)
    const which = await at.owner.rest('POST', `/calendar/events/${id}/time-entry`, { project_id: project })
    expect([which.status, which.body.field]).toEqual([422, 'occurrence_start'])
  })
  test('is refused without a project, for all-day events, and before the end', async () => {
    const refused = async (event: object, status: number, field?: string) => {
      const { id } = await create(event)
      const answer = await at.owner.rest('POST', `/calendar/events/${id}/time-entry`)
      expect([answer.status, answer.body.field]).toEqual([status, field])
    }
    await refused(past, 400, 'project_id')
    await refused({ ...past, all_day: true, project_id: project }, 409)
    await refused({ ...past, end_time: '2026-04-02T09:00:00Z', project_id: project }, 409)
    await refused({ start_time: '2199-01-01T09:00:00Z', end_time: '2199-01-01T10:00:00Z', project_id: project }, 409)
  })
  test("is refused for another member's synced event, whose title it would show", async () => {
    const { id } = await create({ ...past, title: 'Arzt', project_id: project })
    await makeSynced(at, id)
    expect((await at.member.rest('POST', `/calendar/events/${id}/time-entry`)).status).toBe(403)
    expect((await at.owner.rest('POST', `/calendar/events/${id}/time-entry`)).body.description).toBe('Arzt')
  })
})

test('lists events in their project, client and member, which can be deleted', async () => {
  const client = (await at.owner.rest('POST', '/clients', { name: 'Kundin' })).body.id
  const project = (await at.owner.rest('POST', '/projects', { name: 'Umbau', client_id: client })).body.id
  const { id, client_id, version } = await create({ project_id: project, user_id: at.member.id })
  expect(client_id).toBe(client)
  const edges = `{ project(id: "${project}") { calendarEvents { id } } client(id: "${client}") { calendarEvents { id } }
    member(id: "${at.member.id}") { calendarEvents(perPage: 1) { id client { name } } } }`
  const found = await at.viewer.graphql(edges)
  expect(found.errors).toBeUndefined()
  expect(found.data).toEqual({
    project: { calendarEvents: [{ id }] },
    client: { calendarEvents: [{ id }] },
    member: { calendarEvents: [{ id, client: { name: 'Kundin' } }] },
  })
  expect((await at.auditor.graphql(`{ member(id: "${at.member.id}") { calendarEvents { id } } }`)).data.member).toEqual(
    {
      calendarEvents: null,
    },
  )
  for (const path of [`/projects/${project}`, `/clients/${client}`])
    expect((await at.owner.rest('DELETE', path)).status).toBe(204)
  const { body } = await at.owner.rest('GET', `/calendar/events/${id}`)
  expect(body).toMatchObject({ project_id: null, client_id: null, version: version + 2 })
})

test('pages a window over GraphQL', async () => {
  const { data, errors } = await at.viewer.graphql(
    '{ calendarEvents(from: "2026-10-06T00:00:00Z", to: "2026-10-07T00:00:00Z", page: 1, perPage: 2) { total events { title startTime occurrenceStart attendees { email } } } }',
  )
  expect(errors).toBeUndefined()
  expect(data.calendarEvents.events).toHaveLength(2)
})

test('returns a busy month over GraphQL without paging, with nested fields', async () => {
  const { errors } = await at.viewer.graphql(
    `{ calendarEvents(from: "2026-10-01T00:00:00Z", to: "2026-11-01T00:00:00Z") { total events {
         id version title startTime endTime timezone allDay location meetUrl recurrence occurrenceStart reminderMinutes
         user { id name } project { id name } client { id name } attendees { email name answer answeredAt } } } }`,
  )
  expect(errors).toBeUndefined()
})

test('keeps events of a deleted member, except synced ones', async () => {
  const email = 'geht@kontor.example'
  const leaver = (await at.owner.rest('POST', '/members', { name: 'Geht', email, role: 'member' })).body
  const kept = await create({ user_id: leaver.id })
  const attended = await create({ attendee_emails: [email] })
  const synced = await create({ user_id: leaver.id, title: 'Arzt', description: 'Geheim' })
  await makeSynced(at, synced.id)
  const shown = (await at.owner.rest('GET', `/calendar/events/${synced.id}`)).body
  expect(shown).toMatchObject({ title: 'Belegt', description: null, start_time: '2026-12-01T09:00:00.000Z' })
  const found = await window('2026-12-01T00:00:00Z', '2026-12-02T00:00:00Z', '&q=Arzt')
  expect(found.events).toEqual([])
  for (const [method, body] of [['PUT', { title: 'x' }], ['DELETE']] as const)
    expect((await at.owner.rest(method, `/calendar/events/${synced.id}`, body)).status).toBe(403)
  expect((await at.owner.rest('DELETE', `/members/${leaver.id}`)).status).toBe(204)
  expect((await at.owner.rest('GET', `/calendar/events/${kept.id}`)).body).toMatchObject({ user_id: null, user: null })
  expect((await at.owner.rest('GET', `/calendar/events/${attended.id}`)).body.attendee_emails).toEqual([email])
  expect((await at.owner.rest('GET', `/calendar/events/${synced.id}`)).status).toBe(404)
})

test('refuses to move an event that belongs to a booking', async () => {
  const { id } = await create()
  await at.app.system.query('update calendar_events set booking_id = id where id = $1', [id])
  for (const [method, body] of [['PUT', { start_time: '2026-12-01T08:00:00Z' }], ['DELETE']] as const) {
    const answer = await at.owner.rest(method, `/calendar/events/${id}`, body)
    expect([answer.status, answer.body.error]).toEqual([409, 'invalid_state'])
  }
  expect((await at.owner.rest('PUT', `/calendar/events/${id}`, { attendee_emails: ['a@b.example'] })).status).toBe(200)
})
