import { describe, expect, test } from 'vitest'
import { house, scenario } from '../../../harness/house.ts'

const at = house()
const path = '/booking/availability'

describe('availability of the caller', () => {
  scenario(at, 'is Monday to Friday from nine to five until they say otherwise', {
    as: 'viewer',
    get: path,
    status: 200,
    body: {
      timezone: 'Europe/Berlin',
      weekly: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, start: '09:00', end: '17:00' })),
      overrides: [],
    },
  })

  scenario(at, 'is what they say, part by part', {
    as: 'member',
    put: path,
    send: { timezone: 'America/New_York', weekly: [{ weekday: 7, start: '00:00', end: '24:00' }] },
    status: 200,
    body: { timezone: 'America/New_York', weekly: [{ weekday: 7, start: '00:00', end: '24:00' }], overrides: [] },
  })

  test('keeps fields that are not sent, and checks the version', async () => {
    const first = await at.admin.rest('GET', path)
    const overrides = [
      { date: '2026-12-24', closed: true },
      { date: '2026-12-28', start: '10:00', end: '12:00' },
    ]
    const made = await at.admin.rest('PUT', path, { overrides }, { 'if-match': String(first.headers.etag) })
    expect([made.status, made.body.id]).toEqual([200, at.admin.id])
    expect(made.body.overrides).toEqual([
      { date: '2026-12-24', start: null, end: null, closed: true },
      { date: '2026-12-28', start: '10:00', end: '12:00', closed: false },
    ])
    const late = await at.admin.rest('PUT', path, { weekly: [] }, { 'if-match': String(first.headers.etag) })
    expect([late.status, late.body.error]).toEqual([412, 'precondition_failed'])
    const again = await at.admin.rest('PUT', path, { weekly: [] }, { 'if-match': String(made.headers.etag) })
    expect([again.status, again.body.weekly, again.body.overrides]).toEqual([200, [], made.body.overrides])
    expect((await at.admin.rest('GET', path)).body).toEqual(again.body)
    expect((await at.owner.rest('GET', path)).body.weekly).toHaveLength(5)
  })

  test.each([
    [{ timezone: 'Berlin' }, 422, 'timezone'],
    [{ timezone: '+02:00' }, 422, 'timezone'],
    [{ timezone: null }, 400, 'timezone'],
    [{ weekly: [{ weekday: 8, start: '09:00', end: '10:00' }] }, 422, 'weekly.0.weekday'],
    [{ weekly: [{ weekday: 1, start: '24:00', end: '24:00' }] }, 422, 'weekly.0.start'],
    [{ weekly: [{ weekday: 1, start: '9:00', end: '10:00' }] }, 422, 'weekly.0.start'],
    [{ weekly: [{ weekday: 1, start: '10:00', end: '10:00' }] }, 422, 'weekly.0.end'],
    [{ overrides: [{ date: '2026-02-30', closed: true }] }, 422, 'overrides.0.date'],
    [{ overrides: [{ date: '2026-02-01' }] }, 422, 'overrides.0'],
    [{ overrides: [{ date: '2026-02-01', start: '09:00' }] }, 422, 'overrides.0'],
    [{ overrides: [{ date: '2026-02-01', closed: true, start: '09:00' }] }, 422, 'overrides.0.closed'],
    [
      {
        overrides: [
          { date: '2026-02-01', start: '09:00', end: '10:00' },
          { date: '2026-02-01', closed: true },
        ],
      },
      ...([422, 'overrides.1.closed'] as const),
    ],
  ])('is refused: %j', async (body, status, field) => {
    const answer = await at.member.rest('PUT', path, body)
    expect([answer.status, answer.body.field]).toEqual([status, field])
  })

  test.each([
    ['22:00', '02:00'],
    ['22:00', '00:00'],
    ['22:00', '24:00'],
  ])('may go over midnight: %s to %s', async (start, end) => {
    const weekly = [{ weekday: 5, start, end }]
    const overrides = [{ date: '2026-12-31', start, end, closed: false }]
    const answer = await at.owner.rest('PUT', path, { weekly, overrides })
    expect([answer.status, answer.body.weekly, answer.body.overrides]).toEqual([200, weekly, overrides])
  })

  test.each([
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['US/Pacific', 'America/Los_Angeles'],
    ['europe/berlin', 'Europe/Berlin'],
    ['Etc/UTC', 'UTC'],
  ])('has a zone of the name that is used today: %s is %s', async (timezone, name) => {
    const event = { title: 'Call', start_time: '2027-01-11T09:00:00Z', end_time: '2027-01-11T10:00:00Z', timezone }
    const made = await at.owner.rest('POST', '/calendar/events', event)
    expect([made.status, made.body.timezone]).toEqual([201, name])
    const put = await at.owner.rest('PUT', path, { timezone })
    expect([put.status, put.body.timezone]).toEqual([200, name])
    const update = 'mutation ($timezone: String) { updateAvailability(input: { timezone: $timezone }) { timezone } }'
    const graphql = await at.owner.graphql(update, { timezone })
    expect(graphql.data).toEqual({ updateAvailability: { timezone: name } })
    const member = await at.owner.rest('PUT', `/members/${at.owner.id}`, { timezone })
    expect([member.status, member.body.timezone]).toEqual([200, name])
  })

  test('can be read by roles that read work, and written by workers', async () => {
    expect((await at.auditor.rest('GET', path)).status).toBe(403)
    for (const who of ['accountant', 'auditor', 'viewer'] as const)
      expect((await at[who].rest('PUT', path, { weekly: [] })).status).toBe(403)
  })
})
