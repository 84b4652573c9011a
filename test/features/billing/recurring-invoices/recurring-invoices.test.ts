import { beforeAll, describe, expect, test } from 'vitest'
import { computeServicePeriod, findNextDay, Interval } from '#features/billing/recurring-invoices/schedule'
import { house, scenario } from '../../../harness/house.ts'
import { firm, line, today } from '../invoices/firm.ts'

const at = house({ today })
const the = firm(at)
const other = house({ today })
let client = ''
beforeAll(async () => {
  await the.open()
  client = await the.client({ email: 'kunde@recurring.example' })
})

const template = (more: object = {}) => ({
  client_id: client,
  interval: 'month',
  starts_on: '2026-12-01',
  line_items: [{ ...line(10000), description: 'Wartung {month} {year}' }],
  ...more,
})
const create = (more: object = {}) => the.done('POST', '/recurring-invoices', template(more))
describe('a schedule', () => {
  const days = (startsOn: string, interval: Interval, every = 1) => {
    const found: string[] = []
    for (let day = findNextDay({ startsOn, interval, every }, null); day && found.length < 4; )
      day = findNextDay({ startsOn, interval, every }, found[found.push(day) - 1] ?? '')
    return found
  }
  test.each([
    ['2027-12-31', Interval.month, 1, ['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31']],
    ['2026-11-30', Interval.quarter, 1, ['2026-11-30', '2027-02-28', '2027-05-30', '2027-08-30']],
    ['2026-12-28', Interval.week, 2, ['2026-12-28', '2027-01-11', '2027-01-25', '2027-02-08']],
    ['2028-02-29', Interval.year, 1, ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28']],
    ['2026-08-31', Interval.half_year, 1, ['2026-08-31', '2027-02-28', '2027-08-31', '2028-02-29']],
  ] as const)('from %s by %s × %i', (startsOn, interval, every, expected) => {
    expect(days(startsOn, interval, every)).toEqual(expected)
  })
  test('has periods without gaps', () => {
    const monthly = { startsOn: '2027-01-31', interval: Interval.month, every: 1 }
    expect(computeServicePeriod(monthly, '2027-01-31')).toEqual({ from: '2027-01-31', to: '2027-02-27' })
    expect(computeServicePeriod(monthly, '2027-02-28')).toEqual({ from: '2027-02-28', to: '2027-03-30' })
  })
})

describe('recurring invoices', () => {
  let id = ''
  beforeAll(async () => {
    id = (await create()).id
  })
  scenario(at, 'are created', () => ({
    as: 'accountant',
    post: '/recurring-invoices',
    send: template(),
    status: 201,
    body: { client_id: client, every: 1, mode: 'draft', paused: false, next_on: '2026-12-01', last_invoice_id: null },
    events: [],
  }))
  for (const [title, more, field] of [
    ['end after their start', { ends_on: '2026-11-30' }, 'ends_on'],
    ['have a client of the organization', { client_id: '00000000-0000-4000-8000-000000000000' }, 'client_id'],
    ['begin at most a year ago', { starts_on: '2025-11-01' }, 'starts_on'],
    ['have lines', { line_items: [] }, 'line_items'],
    ['have an interval', { interval: 'fortnight' }, 'interval'],
    ['have a rate that the law allows', { line_items: [line(100, 0)] }, 'line_items.0.tax_rate'],
  ] as const)
    scenario(at, title, () => ({ post: '/recurring-invoices', send: template(more), status: 422, body: { field } }))
  scenario(at, 'are changed, and planned anew', () => ({
    put: `/recurring-invoices/${id}`,
    send: { starts_on: '2026-12-31', interval: 'quarter' },
    status: 200,
    body: { next_on: '2026-12-31', version: 2 },
  }))
  test('create none after their end', async () => {
    expect((await the.done('PUT', `/recurring-invoices/${id}`, { ends_on: '2026-12-31' })).next_on).toBe('2026-12-31')
    await the.done('POST', `/recurring-invoices/${id}/run`)
    expect((await the.get(`/recurring-invoices/${id}`)).next_on).toBeNull()
  })
  scenario(at, 'that have ended make none', () => ({
    post: `/recurring-invoices/${id}/run`,
    status: 409,
    body: { error: 'invalid_state' },
  }))
  scenario(at, 'are read by an auditor', { as: 'auditor', get: '/recurring-invoices', status: 200 })
  scenario(at, 'are closed to a member', { as: 'member', get: '/recurring-invoices', status: 403 })
  scenario(at, 'are not run by an auditor', () => ({
    as: 'auditor',
    post: `/recurring-invoices/${id}/run`,
    status: 403,
  }))
  test('belong to one organization', async () => {
    expect((await other.owner.rest('GET', `/recurring-invoices/${id}`)).status).toBe(404)
    expect((await other.owner.rest('POST', `/recurring-invoices/${id}/run`)).status).toBe(404)
    expect((await other.owner.rest('GET', '/recurring-invoices')).body.total).toBe(0)
  })

  test('create one invoice of two runs that name the same day', async () => {
    const { id: doubled, next_on } = await create()
    const click = () => at.owner.rest('POST', `/recurring-invoices/${doubled}/run`, { next_on })
    const answers = await Promise.all([click(), click(), click()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect((await the.done('GET', `/recurring-invoices/${doubled}`)).next_on).toBe('2027-01-01')
  })
  let next = ''
  beforeAll(async () => {
    next = (await create({ starts_on: '2026-12-31', due_days: 7, introduction: '{period}' })).id
  })
  scenario(at, 'make one now, as a draft of today for its period', () => ({
    post: `/recurring-invoices/${next}/run`,
    status: 201,
    body: {
      kind: 'invoice',
      status: 'draft',
      issue_date: today,
      due_date: '2026-11-27',
      service_from: '2026-12-31',
      service_to: '2027-01-30',
      introduction: '31.12.2026 – 30.01.2027',
      line_items: [{ description: 'Wartung Dezember 2026' }],
    },
    events: ['invoice.created'],
  }))
  scenario(at, 'are deleted', () => ({ delete: `/recurring-invoices/${id}`, status: 204 }))
  test('bill a project of their own client', async () => {
    const theirs = await the.client()
    const project_id = (await the.done('POST', '/projects', { name: 'Fremd', client_id: theirs })).id
    const refused = await the.call('POST', '/recurring-invoices', template({ project_id }))
    expect([refused.status, refused.body.field]).toEqual([422, 'project_id'])
    const { id } = await create({ client_id: theirs, project_id })
    expect((await the.done('PUT', `/recurring-invoices/${id}`, { client_id: client })).project_id).toBeNull()
    // A project may become another client's: what bills it goes on without.
    const moving = (await the.done('POST', '/projects', { name: 'Wechselt', client_id: client })).id
    const moved = await create({ project_id: moving })
    await the.done('PUT', `/projects/${moving}`, { client_id: theirs })
    expect((await the.done('POST', `/recurring-invoices/${moved.id}/run`)).project_id).toBeNull()
  })
  test('prevent the deletion of their client', async () => {
    const kept = await the.client()
    await create({ client_id: kept })
    const { status, body } = await the.call('DELETE', `/clients/${kept}`)
    expect([status, body.error]).toEqual([409, 'client_in_use'])
  })
})

describe('the preview of the next invoice', () => {
  const rent = { ...line(10000), description: 'Miete' }
  const written = (more: object = {}) => template({ due_days: 10, line_items: [rent], ...more })
  const draw = (body: object, recurring_invoice_id?: string) =>
    the.call('POST', '/recurring-invoices/picture', { ...body, recurring_invoice_id })
  /** An invoice of such days, as its own form shows it. */
  const invoiced = async (issue_date: string, due_date: string, service_from: string, service_to: string) =>
    (
      await the.done('POST', '/invoices/picture', {
        ...{ client_id: client, issue_date, due_date, service_from, service_to, language: 'de' },
        line_items: [rent],
      })
    ).picture
  /** Two have been made of it: for December, and for January. */
  const followed = async (more: object = {}) => {
    const { id } = await create(written({ starts_on: '2026-12-01', ...more }))
    for (const _ of [1, 2]) await the.done('POST', `/recurring-invoices/${id}/run`)
    return id as string
  }

  test('follows the last invoice', async () => {
    const { status, body } = await draw(written(), await followed())
    expect(status).toBe(200)
    expect(body.picture === (await invoiced('2027-02-01', '2027-02-11', '2027-02-01', '2027-02-28'))).toBe(true)
  })
  test('is scheduled as saving would', async () => {
    const id = await followed()
    const { body } = await draw(written({ interval: 'quarter' }), id)
    const { next_on } = await the.done('PUT', `/recurring-invoices/${id}`, { interval: 'quarter' })
    expect(next_on).toBe('2027-03-01')
    expect(body.picture === (await invoiced(next_on, '2027-03-11', next_on, '2027-05-31'))).toBe(true)
  })
  test('is dated today if it is already due', async () => {
    const { body } = await draw(written({ starts_on: '2026-09-30' }))
    expect(body.picture === (await invoiced(today, '2026-11-30', '2026-09-30', '2026-10-29'))).toBe(true)
  })
  test('keeps fields that are not sent', async () => {
    const { id } = await create(written({ introduction: 'Wie vereinbart:', language: 'en' }))
    const { due_days: _, ...more } = written() as Record<string, unknown>
    const [one, other] = [
      await draw(more, id),
      await draw(written({ introduction: 'Wie vereinbart:', language: 'en' })),
    ]
    expect([one.status, one.body.picture === other.body.picture]).toEqual([200, true])
  })
  test('is refused if the schedule has ended', async () => {
    const refusal = async (body: object, of: string) => {
      const answer = await draw(body, of)
      return [answer.status, answer.body.error]
    }
    const id = await followed({ ends_on: '2027-01-15' })
    expect(await refusal(written({ ends_on: '2027-01-15' }), id)).toEqual([409, 'invalid_state'])
    expect(await refusal(written(), id)).toEqual([409, 'invalid_state'])
    expect(await refusal(written({ ends_on: null }), id)).toEqual([200, undefined])
    expect(await refusal(written({ ends_on: '2027-01-15' }), await followed())).toEqual([409, 'invalid_state'])
    expect((await the.get(`/recurring-invoices/${id}`)).next_on).toBeNull()
  })
  test("is refused for another organization's template", async () => {
    const { status, body } = await draw(written(), '00000000-0000-4000-8000-000000000000')
    expect([status, body.field]).toEqual([422, 'recurring_invoice_id'])
  })
})
