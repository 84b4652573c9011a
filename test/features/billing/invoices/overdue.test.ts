import { afterAll, beforeAll, expect, test } from 'vitest'
import { markOverdue } from '#features/billing/invoices/overdue'
import { type House, openHouse, startApp } from '../../../harness/house.ts'

// The clock is injected: a day passes when the test says so.

let today = '2026-01-10'
let at: House
let stop: () => Promise<void>

beforeAll(async () => {
  const started = await startApp({ clock: { now: () => new Date(`${today}T12:00:00Z`), today: () => today } })
  stop = started.stop
  at = await openHouse(started.app)
  await at.owner.rest('PUT', '/organization', {
    legal_name: 'Kontor GmbH',
    street: 'Weg 1',
    postal_code: '20457',
    city: 'Hamburg',
    tax_number: '1',
  })
})
afterAll(() => stop())

test('an invoice becomes overdue once, when its due date has passed in Berlin', async () => {
  const client = (
    await at.owner.rest('POST', '/clients', { name: 'A', street: 'R 2', postal_code: '1', city: 'B', country: 'DE' })
  ).body
  const { body: draft } = await at.owner.rest('POST', '/invoices', {
    client_id: client.id,
    issue_date: '2026-01-01',
    due_date: '2026-01-10',
    line_items: [{ description: 'x', quantity: 1, unit_price_cents: 10000, tax_rate: 19 }],
  })
  await at.owner.rest('POST', `/invoices/${draft.id}/send`, { channel: 'none' })
  const status = async () => (await at.owner.rest('GET', `/invoices/${draft.id}`)).body.status
  const pay = (amount_cents: number) =>
    at.owner.rest('POST', `/invoices/${draft.id}/payments`, { amount_cents, paid_at: today, method: 'cash' })
  await at.events()

  await markOverdue(at.app.services, at.app.system)
  expect([await status(), await at.events()]).toEqual(['sent', []])
  await pay(100)
  expect([await status(), await at.events()]).toEqual(['partially_paid', ['invoice.partially_paid']])
  today = '2026-01-11'
  await markOverdue(at.app.services, at.app.system)
  await markOverdue(at.app.services, at.app.system)
  expect([await status(), await at.events()]).toEqual(['overdue', ['invoice.overdue']])
  expect((await at.owner.rest('GET', '/invoices?overdue=true')).body.total).toBe(1)
  const feed = await at.owner.rest('GET', '/events?names=invoice.overdue')
  expect(feed.body.events[0]).toMatchObject({
    actor: { type: 'system', id: null },
    data: { id: draft.id, status: 'overdue' },
  })

  await pay(100)
  expect(await status()).toBe('overdue')
  await pay(11700)
  expect(await status()).toBe('paid')
})
