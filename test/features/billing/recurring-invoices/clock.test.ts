import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDueInvoices } from '#features/billing/recurring-invoices/create-next-invoice'
import { type House, openHouse, startApp } from '../../../harness/house.ts'
import { firm, line } from '../invoices/firm.ts'

// The clock is injected: a day passes when the test says so.

let today = '2026-11-20'
let the: ReturnType<typeof firm>
let house: House
let due: () => Promise<void>
let stop: () => Promise<void>

beforeAll(async () => {
  const { app, ...started } = await startApp({
    clock: { now: () => new Date(`${today}T06:00:00Z`), today: () => today },
  })
  stop = started.stop
  due = () => createDueInvoices(app.services, app.system)
  house = await openHouse(app)
  the = firm(house)
  await the.open()
})
beforeEach(() => {
  today = '2026-11-20'
})
afterAll(() => stop())

const create = (more: object) =>
  the.done('POST', '/recurring-invoices', {
    interval: 'month',
    line_items: [{ ...line(10000), description: 'Wartung {month} {year}' }],
    ...more,
  })
const morning = (day: string) => {
  today = day
  return due()
}
const made = (id: string) => the.get(`/recurring-invoices/${id}`)
/** The oldest first. */
const ofClient = async (client_id: string) =>
  (await the.get(`/invoices?client_id=${client_id}&sort=created_at&per_page=100`)).invoices

test('lists its own invoices, newest first', async () => {
  const mine = await the.client({ email: 'tells@recurring.example' })
  const [first, second] = [
    await create({ client_id: mine, starts_on: '2026-11-20' }),
    await create({ client_id: mine, starts_on: '2026-12-19' }),
  ]
  await morning('2026-12-20')
  const query = `{ recurringInvoices { recurringInvoices { id invoices { serviceFrom } } } }`
  const { data } = (await house.owner.graphql(query)) as {
    data: { recurringInvoices: { recurringInvoices: { id: string; invoices: object[] }[] } }
  }
  const of = (id: string) => data.recurringInvoices.recurringInvoices.find((each) => each.id === id)?.invoices
  expect(of(first.id)).toEqual([{ serviceFrom: '2026-12-20' }, { serviceFrom: '2026-11-20' }])
  expect(of(second.id)).toEqual([{ serviceFrom: '2026-12-19' }])
})

test('creates and sends missed invoices once, oldest first', async () => {
  const mine = await the.client({ email: 'a@recurring.example', language: 'en' })
  const { id } = await create({ client_id: mine, mode: 'send', starts_on: '2026-11-30', ends_on: '2027-02-28' })
  await morning('2026-11-29')
  expect(await ofClient(mine)).toEqual([])
  await Promise.all([morning('2027-01-29'), due()])
  const two = await ofClient(mine)
  expect(two.map((each: { status: string }) => each.status)).toEqual(['sent', 'sent'])
  expect(two.map((each: { line_items: { description: string }[] }) => each.line_items[0]?.description)).toEqual([
    'Wartung November 2026',
    'Wartung December 2026',
  ])
  await morning('2027-03-31')
  const all = await ofClient(mine)
  expect(all.map((each: { service_from: string }) => each.service_from)).toEqual([
    '2026-11-30',
    '2026-12-30',
    '2027-01-30',
    '2027-02-28',
  ])
  expect(await made(id)).toMatchObject({ next_on: null, last_invoice_id: all[3].id })
})

test('leaves a draft if sending fails, and continues with others', async () => {
  const unknown = await the.client({ street: null })
  const known = await the.client({ email: 'b@recurring.example' })
  const first = await create({ client_id: unknown, mode: 'send', starts_on: '2026-11-21' })
  await create({ client_id: known, mode: 'send', starts_on: '2026-11-22' })
  await morning('2026-11-22')
  expect((await ofClient(unknown)).map((each: { status: string }) => each.status)).toEqual(['draft'])
  expect((await ofClient(known)).map((each: { status: string }) => each.status)).toEqual(['sent'])
  expect((await made(first.id)).next_on).toBe('2026-12-21')
})

test('creates none while paused, nor later for that time', async () => {
  const mine = await the.client()
  const { id } = await create({ client_id: mine, starts_on: '2026-11-25', paused: true })
  await morning('2027-01-30')
  expect(await ofClient(mine)).toEqual([])
  expect(await the.done('PUT', `/recurring-invoices/${id}`, { paused: false })).toMatchObject({
    next_on: '2027-02-25',
  })
})

test('catches up from the first day, and a change loses nothing that was due', async () => {
  const mine = await the.client()
  const { id, next_on } = await create({ client_id: mine, starts_on: '2026-08-15', ends_on: '2026-10-31' })
  expect(next_on).toBe('2026-08-15')
  const whole = { starts_on: '2026-08-15', ends_on: '2026-10-20', every: 1, interval: 'month' }
  expect((await the.done('PUT', `/recurring-invoices/${id}`, whole)).next_on).toBe('2026-08-15')
  await morning('2026-11-20')
  expect((await ofClient(mine)).map((each: { service_from: string }) => each.service_from)).toEqual([
    '2026-08-15',
    '2026-09-15',
    '2026-10-15',
  ])
  expect((await made(id)).next_on).toBeNull()
  // What was ended goes on from the day of the change.
  expect((await the.done('PUT', `/recurring-invoices/${id}`, { ends_on: null })).next_on).toBe('2026-12-15')
  expect((await the.done('PUT', `/recurring-invoices/${id}`, { starts_on: '2026-09-20' })).next_on).toBe('2026-11-20')
})
