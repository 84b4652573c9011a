import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Invoice } from '#features/billing/invoices/invoice.entity'
import { markOverdue } from '#features/billing/invoices/overdue'
import { type House, openHouse, startApp } from '../../../harness/house.ts'

// The clock is injected: a day passes when the test says so.

let today = '2026-01-10'
let at: House
let stop: () => Promise<void>

beforeAll(async () => {
  const started = await startApp({ clock: { now: () => new Date(`${today}T12:00:00Z`), today: () => today } })
  stop = started.stop
  at = await opened(started.app)
})
afterAll(() => stop())

async function opened(app: House['app']) {
  const house = await openHouse(app)
  await house.owner.rest('PUT', '/organization', {
    legal_name: 'Kontor GmbH',
    street: 'Weg 1',
    postal_code: '20457',
    city: 'Hamburg',
    tax_number: '1',
  })
  return house
}

async function sent({ owner }: House, dueDate: string): Promise<string> {
  const client = { name: 'A', street: 'R 2', postal_code: '1', city: 'B', country: 'DE' }
  const { body: draft } = await owner.rest('POST', '/invoices', {
    client_id: (await owner.rest('POST', '/clients', client)).body.id,
    issue_date: '2026-01-01',
    due_date: dueDate,
    line_items: [{ description: 'x', quantity: 1, unit_price_cents: 10000, tax_rate: 19 }],
  })
  expect((await owner.rest('POST', `/invoices/${draft.id}/send`, { channel: 'none' })).status).toBe(200)
  return draft.id
}

test('an invoice becomes overdue once, after its due date in Berlin', async () => {
  const id = await sent(at, '2026-01-10')
  const status = async () => (await at.owner.rest('GET', `/invoices/${id}`)).body.status
  const pay = (amount_cents: number) =>
    at.owner.rest('POST', `/invoices/${id}/payments`, { amount_cents, paid_at: today, method: 'cash' })
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
    data: { id, status: 'overdue' },
  })

  await pay(100)
  expect(await status()).toBe('overdue')
  await pay(11700)
  expect(await status()).toBe('paid')
})

test('a run after days of downtime catches up once, with several processes', async () => {
  const ids = [await sent(at, '2026-01-12'), await sent(at, '2026-01-15')]
  today = '2026-02-01'
  await at.events()
  const run = () => markOverdue(at.app.services, at.app.system)
  await Promise.all([run(), run(), run()])
  expect(await at.events()).toEqual(['invoice.overdue', 'invoice.overdue'])
  for (const id of ids) expect((await at.owner.rest('GET', `/invoices/${id}`)).body.status).toBe('overdue')
})

test('a failing organization does not stop others and is retried next time', async () => {
  const houses = await Promise.all([opened(at.app), opened(at.app), opened(at.app)])
  for (const house of houses) await sent(house, '2026-02-10')
  const [broken] = houses
  today = '2026-02-11'
  await Promise.all(houses.map((house) => house.events()))
  const updateStatus = Invoice.prototype.updateStatus
  const failing = vi.spyOn(Invoice.prototype, 'updateStatus').mockImplementation(function (this: Invoice, day) {
    if (this.organizationId === broken?.organizationId) throw new Error('Kaputt')
    return updateStatus.call(this, day)
  })
  await markOverdue(at.app.services, at.app.system)
  const told = () => Promise.all(houses.map((house) => house.events()))
  expect(await told()).toEqual([[], ['invoice.overdue'], ['invoice.overdue']])
  failing.mockRestore()
  await markOverdue(at.app.services, at.app.system)
  expect(await told()).toEqual([['invoice.overdue'], [], []])
})
