import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { house, openHouse, scenario } from '../../../harness/house.ts'

const at = house()
let client = ''
let project = ''
let inner = ''

const post = async (path: string, body: object) => (await at.owner.rest('POST', path, body)).body
const work = (start: string, end: string, values: object) =>
  post('/time-entries', { started_at: start, ended_at: end, ...values })

beforeAll(async () => {
  client = (await post('/clients', { name: 'Kunde', hourly_rate_cents: 10000 })).id
  project = (await post('/projects', { name: 'Relaunch', client_id: client, budget_minutes: 600 })).id
  inner = (await post('/projects', { name: 'Intern' })).id
  // The week of 28 December 2026 is the 53rd, and holds the first days of 2027; earlier years keep the clock out of it.
  await work('2020-12-30T09:00:00+01:00', '2020-12-30T10:00:00+01:00', { project_id: project })
  await work('2021-01-02T09:00:00+01:00', '2021-01-02T10:30:00+01:00', { project_id: project, description: '=1+1' })
  await work('2021-01-04T09:00:00+01:00', '2021-01-04T09:20:00+01:00', {
    project_id: inner,
    billable: false,
    user_id: at.member.id,
  })
  // The night that loses an hour: 23:30 in winter time to 04:30 in summer time are four hours.
  await work('2021-03-27T23:30:00+01:00', '2021-03-28T04:30:00+02:00', { project_id: project, hourly_rate_cents: 3333 })
  const other = await openHouse(at.app)
  const theirs = (await other.owner.rest('POST', '/projects', { name: 'Fremd' })).body.id
  const span = { started_at: '2021-01-02T09:00:00Z', ended_at: '2021-01-02T10:00:00Z' }
  await other.owner.rest('POST', '/time-entries', { project_id: theirs, ...span })
  await post('/time-entries/start', { project_id: project })
})

const period = 'from=2020-12-01&to=2021-03-31'
const row = (name: string | null, seconds: number, billable: number, amount: number) =>
  expect.objectContaining({ name, seconds, billable_seconds: billable, amount_cents: amount })

describe('the time report', () => {
  scenario(at, 'is by project, with the budget that all of its time has used', () => ({
    as: 'accountant',
    get: `/reports/time?from=2021-01-01&to=2021-03-31`,
    status: 200,
    body: {
      from: '2021-01-01',
      to: '2021-03-31',
      rows: [
        {
          id: project,
          name: 'Relaunch',
          seconds: 19800,
          billable_percent: 100,
          amount_cents: 28332,
          budget_minutes: 600,
          budget_used_percent: 65,
        },
        {
          id: inner,
          name: 'Intern',
          seconds: 1200,
          billable_seconds: 0,
          billable_percent: 0,
          budget_used_percent: null,
        },
      ],
      totals: {
        seconds: 21000,
        billable_seconds: 19800,
        billable_percent: 94.29,
        amount_cents: 28332,
        invoiced_seconds: 0,
      },
    },
  }))
  test.each([
    ['client', [row('Kunde', 23400, 23400, 38332), row(null, 1200, 0, 0)]],
    ['week', [row('2020-W53', 9000, 9000, 25000), row('2021-W01', 1200, 0, 0), row('2021-W12', 14400, 14400, 13332)]],
    [
      'month',
      [row('2020-12', 3600, 3600, 10000), row('2021-01', 6600, 5400, 15000), row('2021-03', 14400, 14400, 13332)],
    ],
    [
      'day',
      [
        row('2020-12-30', 3600, 3600, 10000),
        row('2021-01-02', 5400, 5400, 15000),
        row('2021-01-04', 1200, 0, 0),
        row('2021-03-27', 14400, 14400, 13332),
      ],
    ],
  ])('is by %s', async (group, rows) => {
    const { body } = await at.accountant.rest('GET', `/reports/time?${period}&group_by=${group}`)
    expect(body.rows).toEqual(rows)
    expect(body.totals).toMatchObject({ seconds: 24600, billable_seconds: 23400, amount_cents: 38332 })
  })
  test('is by person, and filtered', async () => {
    const { rows } = (await at.owner.rest('GET', `/reports/time?${period}&group_by=person`)).body
    expect(rows.map(({ id, seconds }: { id: string; seconds: number }) => [id, seconds])).toEqual([
      [at.owner.id, 23400],
      [at.member.id, 1200],
    ])
    for (const [filter, seconds] of [
      [`user_id=${at.member.id}`, 1200],
      [`client_id=${client}`, 23400],
      [`project_id=${inner}`, 1200],
      ['billable=true', 23400],
    ])
      expect((await at.owner.rest('GET', `/reports/time?${period}&${filter}`)).body.totals.seconds, `${filter}`).toBe(
        seconds,
      )
  })
  test('is by task, and of what stands on no invoice yet', async () => {
    const { id: project_id } = await post('/projects', { name: 'Früher', client_id: client })
    const [column] = (await at.owner.rest('GET', `/projects/${project_id}/columns`)).body
    const { id: task_id } = await post('/tasks', { title: 'Entwurf', project_id, column_id: column.id })
    await work('2019-05-06T09:00:00Z', '2019-05-06T10:00:00Z', { task_id })
    await work('2019-05-07T09:00:00Z', '2019-05-07T11:00:00Z', { project_id })
    await post('/invoices/from-time-entries', { client_id: client, from: '2019-05-06', to: '2019-05-06' })
    const report = async (query: string) =>
      (await at.owner.rest('GET', `/reports/time?from=2019-05-01&to=2019-05-31&${query}`)).body
    expect((await report('group_by=task')).rows).toMatchObject([
      { id: null, name: null, seconds: 7200, invoiced_seconds: 0 },
      { id: task_id, name: 'Entwurf', seconds: 3600, invoiced_seconds: 3600 },
    ])
    expect((await report('invoiced=true')).totals).toMatchObject({ seconds: 3600, amount_cents: 10000 })
    expect((await report('invoiced=false')).totals).toMatchObject({ seconds: 7200, amount_cents: 20000 })
  })
  for (const [what, query, field] of [
    ['ends before it begins', 'from=2021-02-01&to=2021-01-01', 'to'],
    ['has a day that does not exist', 'from=2021-02-30', 'from'],
    ['is longer than ten years', 'from=2001-01-01&to=2021-01-01', 'from'],
    ['is by something else', 'group_by=colour', 'group_by'],
  ] as const)
    for (const path of ['/reports/time', '/reports/time/csv'])
      scenario(at, `that ${what} is refused at ${path}`, { get: `${path}?${query}`, status: 422, body: { field } })
  for (const path of ['/reports/time', '/reports/time/csv']) {
    scenario(at, `is closed to an auditor at ${path}`, { as: 'auditor', get: path, status: 403 })
    scenario(at, `needs a token at ${path}`, { as: 'nobody', get: path, status: 401 })
  }
})

describe('the entries as CSV', () => {
  test('have an address for a browser, which is good for what it was made for', async () => {
    const query = `{ timeExport(from: "2021-01-01", to: "2021-03-31", projectId: "${project}") { exportUrl } }`
    const { data } = await at.viewer.graphql(query)
    const { pathname, search } = new URL(data.timeExport.exportUrl)
    const fetched = await at.app.server.inject({ url: pathname + search, headers: { 'accept-language': 'en' } })
    expect(fetched.headers['content-type']).toContain('text/csv')
    expect(parse(fetched.body, { bom: true, columns: true })).toMatchObject([
      { Project: 'Relaunch' },
      { Project: 'Relaunch' },
    ])
    expect((await at.app.server.inject({ url: pathname })).statusCode).toBe(403)
    expect((await at.auditor.graphql(query)).errors?.[0].extensions.code).toBe('forbidden')
  })
  const read = async (language: string, delimiter: string) => {
    const { raw, headers } = await at.accountant.rest('GET', `/reports/time/csv?${period}`, undefined, {
      'accept-language': language,
    })
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    return parse(raw, { bom: true, columns: true, delimiter, record_delimiter: '\r\n' }) as Record<string, string>[]
  }
  test('are a line each, in German with commas', async () => {
    const lines = await read('de', ';')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toMatchObject({
      Datum: '2021-01-02',
      Kunde: 'Kunde',
      Projekt: 'Relaunch',
      Beginn: '09:00',
      Ende: '10:30',
      Stunden: '1,5',
      Abrechenbar: 'ja',
      Satz: '100',
      Betrag: '150',
    })
    expect(lines[3]).toMatchObject({ Beginn: '23:30', Ende: '04:30', Stunden: '4', Betrag: '133,32' })
  })
  test('in English with points; a formula is text', async () => {
    const lines = await read('en', ',')
    expect(lines[3]).toMatchObject({ Hours: '4', Amount: '133.32', Billable: 'yes' })
    expect(lines[1]?.Description).toBe("'=1+1")
  })
  scenario(at, 'of a method that it has not is 405', { post: '/reports/time/csv', status: 405 })
})
