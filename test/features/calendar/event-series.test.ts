import { beforeAll, describe, expect, test } from 'vitest'
import { operateAsSystem } from '#core/operation/operation'
import { readBusyIntervals } from '#features/calendar/availability/busy-intervals'
import { house, scenario } from '../../harness/house.ts'
import { calendarOf } from './calendar.ts'

const at = house()
const { create, window, starts } = calendarOf(at)

describe('event series', () => {
  const weekly = (more: object = {}) =>
    create({
      title: 'Runde',
      start_time: '2027-03-15T09:00:00Z',
      end_time: '2027-03-15T09:30:00Z',
      recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=MO',
      ...more,
    })
  const spring = ['2027-03-14T00:00:00Z', '2027-04-06T00:00:00Z'] as const
  const ofSeries = async (id: string, from: string = spring[0], to: string = spring[1]) => {
    const { events } = await window(from, to)
    return events.filter((event: { id: string }) => event.id === id)
  }
  let id = ''
  beforeAll(async () => {
    id = (await weekly()).id
  })

  test('keeps its local time when clocks change', async () => {
    expect(starts({ events: await ofSeries(id) })).toEqual([
      '2027-03-15T09:00:00.000Z',
      '2027-03-22T09:00:00.000Z',
      '2027-03-29T08:00:00.000Z',
      '2027-04-05T08:00:00.000Z',
    ])
    expect((await ofSeries(id))[2]).toMatchObject({
      id,
      recurrence: 'FREQ=WEEKLY;BYDAY=MO',
      end_time: '2027-03-29T08:30:00.000Z',
      occurrence_start: '2027-03-29T08:00:00.000Z',
    })
    // Seven years on, and after the winter.
    expect(starts({ events: await ofSeries(id, '2034-01-02T00:00:00Z', '2034-01-09T00:00:00Z') })).toEqual([
      '2034-01-02T09:00:00.000Z',
    ])
  })
  test('starts an hour later in a skipped hour, and at the first of a repeated one', async () => {
    const night = await weekly({
      start_time: '2027-03-27T02:30:00+01:00',
      end_time: '2027-03-27T02:45:00+01:00',
      recurrence: 'FREQ=DAILY;COUNT=3',
    })
    expect(starts({ events: await ofSeries(night.id, '2027-03-26T00:00:00Z', '2027-03-31T00:00:00Z') })).toEqual([
      '2027-03-27T01:30:00.000Z',
      '2027-03-28T01:30:00.000Z',
      '2027-03-29T00:30:00.000Z',
    ])
    const autumn = await weekly({
      start_time: '2027-10-30T02:30:00+02:00',
      end_time: '2027-10-30T02:45:00+02:00',
      recurrence: 'FREQ=DAILY;UNTIL=20271031T013000Z',
    })
    expect(starts({ events: await ofSeries(autumn.id, '2027-10-29T00:00:00Z', '2027-11-05T00:00:00Z') })).toEqual([
      '2027-10-30T00:30:00.000Z',
      '2027-10-31T00:30:00.000Z',
    ])
  })
  for (const rule of [
    'immer montags',
    'FREQ=SECONDLY',
    'FREQ=HOURLY',
    'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;COUNT=2;UNTIL=20280101',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=WEEKLY;BYDAY=1MO',
    'FREQ=DAILY;UNTIL=20260230',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;X-MUCH=1',
    'FREQ=MONTHLY;RSCALE=HEBREW',
    'FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=NEVER',
    'FREQ=DAILY;BYSETPOS=1',
    'FREQ=DAILY;BYWEEKNO=1',
    'FREQ=WEEKLY;BYMONTHDAY=1',
    'FREQ=YEARLY;BYDAY=53MO',
    'FREQ=YEARLY;BYDAY=0MO',
    'FREQ=YEARLY;BYWEEKNO=2;BYDAY=1MO',
    'FREQ=MONTHLY;BYDAY=MO,6TU;COUNT=4',
    'FREQ=YEARLY;BYMONTH=3;BYDAY=TU,-6MO',
  ])
    scenario(at, `is refused by the rule ${rule}`, {
      post: '/calendar/events',
      send: {
        ...{ title: 'Termin', start_time: '2026-12-01T10:00:00+01:00', end_time: '2026-12-01T11:00:00+01:00' },
        recurrence: rule,
      },
      status: 422,
      body: { field: 'recurrence' },
    })
  for (const [said, recurrence] of [
    ['RSCALE=GREGORIAN;FREQ=DAILY', 'FREQ=DAILY'],
    ['FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=OMIT', 'FREQ=MONTHLY'],
    ['RSCALE=GREGORIAN;FREQ=DAILY;SKIP=FORWARD', 'RSCALE=GREGORIAN;FREQ=DAILY;SKIP=FORWARD'],
  ] as const)
    test(`that began centuries ago is shown by the rule ${said}`, async () => {
      const span = { start_time: '1900-01-05T09:00:00Z', end_time: '1900-01-05T10:00:00Z', timezone: 'UTC' }
      const made = await create({ ...span, recurrence: said })
      expect(made.recurrence).toBe(recurrence)
      const shown = await ofSeries(made.id, '2199-03-05T00:00:00Z', '2199-03-06T00:00:00Z')
      expect(starts({ events: shown })).toEqual(['2199-03-05T09:00:00.000Z'])
      await at.owner.rest('DELETE', `/calendar/events/${made.id}`)
    })
  test('leaves out only the series that cannot be expanded', async () => {
    const broken = await create({ recurrence: 'FREQ=DAILY', title: 'Unlesbar' })
    const { id } = await create({ title: 'Lesbar' })
    await at.app.system.query("update calendar_events set recurrence = 'FREQ=DAILY;RSCALE=HEBREW' where id = $1", [
      broken.id,
    ])
    for (let time = 0; time < 2; time++) {
      const { events } = await window('2026-12-01T00:00:00Z', '2026-12-02T00:00:00Z')
      const found = events.map((each: { id: string }) => each.id)
      expect([found.includes(id), found.includes(broken.id)]).toEqual([true, false])
    }
    const busy = await operateAsSystem(at.app.services, at.organizationId, (context) =>
      readBusyIntervals(context, [at.owner.id], {
        from: Date.parse('2026-12-01T00:00Z'),
        to: Date.parse('2026-12-02T00:00Z'),
      }),
    )
    expect(busy.length).toBeGreaterThan(0)
    await Promise.all(
      [broken.id, id].map((each) => at.app.system.query('delete from calendar_events where id = $1', [each])),
    )
  })
  test('limits occurrences to 31 days', async () => {
    const long = { end_time: '2027-04-20T09:00:00Z', start_time: '2027-03-15T09:00:00Z' }
    const answer = await at.owner.rest('POST', '/calendar/events', { title: 'x', recurrence: 'FREQ=YEARLY', ...long })
    expect([answer.status, answer.body.field]).toEqual([422, 'end_time'])
  })

  scenario(at, 'is no other version where one occurrence is changed to what it is', () => ({
    put: `/calendar/events/${id}`,
    send: {
      occurrence_start: '2027-03-22T09:00:00Z',
      title: 'Runde',
      end_time: '2027-03-22T09:30:00Z',
      location: null,
    },
    status: 200,
    body: { title: 'Runde', start_time: '2027-03-22T09:00:00.000Z', version: 1 },
  }))
  scenario(at, 'has one occurrence changed', () => ({
    as: 'member',
    put: `/calendar/events/${id}`,
    send: { occurrence_start: '2027-03-22T09:00:00Z', start_time: '2027-03-24T14:00:00Z', title: 'Runde, verlegt' },
    status: 200,
    body: {
      id,
      title: 'Runde, verlegt',
      start_time: '2027-03-24T14:00:00.000Z',
      end_time: '2027-03-24T14:30:00.000Z',
      occurrence_start: '2027-03-22T09:00:00.000Z',
      version: 2,
    },
  }))
  scenario(at, 'has one occurrence deleted', () => ({
    as: 'member',
    delete: `/calendar/events/${id}?occurrence_start=2027-03-29T08:00:00Z`,
    status: 204,
  }))
  test('returns changed and unchanged occurrences', async () => {
    expect((await ofSeries(id)).map(({ title, start_time }: Record<string, string>) => [title, start_time])).toEqual([
      ['Runde', '2027-03-15T09:00:00.000Z'],
      ['Runde, verlegt', '2027-03-24T14:00:00.000Z'],
      ['Runde', '2027-04-05T08:00:00.000Z'],
    ])
    expect(await ofSeries(id, '2027-03-24T14:10:00Z', '2027-03-24T14:20:00Z')).toHaveLength(1)
    expect(await ofSeries(id, '2027-03-22T00:00:00Z', '2027-03-23T00:00:00Z')).toEqual([])
  })
  for (const [title, start] of [
    ['is no start of it', '2027-03-22T09:00:01Z'],
    ['was deleted', '2027-03-29T08:00:00Z'],
  ] as const) {
    scenario(at, `changes nothing that ${title}`, () => ({
      put: `/calendar/events/${id}`,
      send: { occurrence_start: start, title: 'x' },
      status: 422,
      body: { field: 'occurrence_start' },
    }))
    scenario(at, `deletes nothing that ${title}`, () => ({
      delete: `/calendar/events/${id}?occurrence_start=${start}`,
      status: 422,
      body: { field: 'occurrence_start' },
    }))
  }
  scenario(at, 'keeps what is of the whole', () => ({
    put: `/calendar/events/${id}`,
    send: { occurrence_start: '2027-04-05T08:00:00Z', attendee_emails: ['a@b.example'] },
    status: 422,
    body: { field: 'attendee_emails' },
  }))
  scenario(at, 'is shown whole by itself', () => ({
    get: `/calendar/events/${id}`,
    status: 200,
    body: { start_time: '2027-03-15T09:00:00.000Z', occurrence_start: null, recurrence: 'FREQ=WEEKLY;BYDAY=MO' },
  }))
  test('keeps changed occurrences when the series is moved', async () => {
    const answer = await at.owner.rest('PUT', `/calendar/events/${id}`, { start_time: '2027-03-15T10:00:00Z' })
    expect(answer.status).toBe(200)
    expect(starts({ events: await ofSeries(id) })).toEqual([
      '2027-03-15T10:00:00.000Z',
      '2027-03-24T14:00:00.000Z',
      '2027-04-05T09:00:00.000Z',
    ])
  })
  test('keeps changed occurrences that a new rule still has', async () => {
    await at.owner.rest('PUT', `/calendar/events/${id}`, { recurrence: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO' })
    // The 22nd, which had been moved, is none of its days any more; the 29th was deleted.
    expect(starts({ events: await ofSeries(id) })).toEqual(['2027-03-15T10:00:00.000Z'])
  })
  test('becomes a single event without a rule', async () => {
    const { body } = await at.owner.rest('PUT', `/calendar/events/${id}`, { recurrence: null })
    expect(body.recurrence).toBeNull()
    expect(starts({ events: await ofSeries(id, spring[0], '2027-12-31T00:00:00Z') })).toEqual([
      '2027-03-15T10:00:00.000Z',
    ])
  })
  test('is found by an occurrence that was moved beyond its end', async () => {
    const ended = await weekly({ recurrence: 'FREQ=WEEKLY;COUNT=2' })
    await at.owner.rest('PUT', `/calendar/events/${ended.id}`, {
      occurrence_start: '2027-03-22T09:00:00Z',
      start_time: '2028-07-01T09:00:00Z',
    })
    expect(await ofSeries(ended.id, '2028-07-01T00:00:00Z', '2028-07-02T00:00:00Z')).toHaveLength(1)
  })
})
