import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireQuotes } from '#features/billing/quotes/expire-quotes'
import { type House, openHouse, startApp } from '../../../harness/house.ts'

// Scheduled work covers all organizations, so this file has its own database and app, and a fixed clock.

let today = '2026-03-28'
let at: House
let stop: () => Promise<void>

beforeAll(async () => {
  const started = await startApp({ clock: { now: () => new Date(`${today}T12:00:00Z`), today: () => today } })
  stop = started.stop
  at = await openHouse(started.app)
})
afterAll(() => stop())

async function sent({ owner }: House, valid_until: string): Promise<string> {
  const client_id = (await owner.rest('POST', '/clients', { name: 'A' })).body.id
  const line_items = [{ description: 'x', quantity: 1, unit_price_cents: 10000, tax_rate: 19 }]
  const { body } = await owner.rest('POST', '/quotes', { client_id, valid_until, line_items })
  const answer = await owner.rest('POST', `/quotes/${body.id}/send`, { channel: 'none' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return body.id
}

const run = () => expireQuotes(at.app.services, at.app.system)
const stateOf = async (id: string, house = at) => (await house.owner.rest('GET', `/quotes/${id}`)).body.status

test('a quote expires once after its last day in Berlin, with an event', async () => {
  const id = await sent(at, '2026-03-29')
  await at.events()
  today = '2026-03-29'
  await run()
  expect([await stateOf(id), await at.events()]).toEqual(['sent', []])
  today = '2026-03-30'
  // Operations before the scheduled run see it as expired too.
  for (const [verb, body] of [
    ['mark-signed', { name: 'Kim', date: '2026-03-29' }],
    ['reject', {}],
    ['resend', {}],
  ] as const) {
    const late = await at.owner.rest('POST', `/quotes/${id}/${verb}`, body)
    expect([late.status, late.body.error, late.body.message]).toEqual([
      409,
      'invalid_state',
      'Dieses Angebot ist abgelaufen.',
    ])
  }
  await Promise.all([run(), run()])
  expect([await stateOf(id), await at.events()]).toEqual(['expired', ['quote.expired']])
  const { body } = await at.owner.rest('GET', '/events?names=quote.expired')
  expect(body.events).toMatchObject([{ actor: { type: 'system' }, data: { id, status: 'expired' } }])
  await run()
  expect(await at.events()).toEqual([])
})

test('catches up after weeks, and one organization does not block another', async () => {
  const other = await openHouse(at.app)
  const ids = [await sent(at, '2026-04-01'), await sent(at, '2026-04-20'), await sent(at, '2026-06-01')]
  const theirs = await sent(other, '2026-04-10')
  // Their event cannot be recorded, so only their work is rolled back.
  await at.app.system.query(
    `alter table quotes add constraint test_no_expiry check (organization_id <> '${at.organizationId}' or status <> 'expired' or valid_until <> '2026-04-20') not valid`,
  )
  await Promise.all([at.events(), other.events()])
  today = '2026-05-01'
  await run()
  expect([await stateOf(theirs, other), await other.events()]).toEqual(['expired', ['quote.expired']])
  expect(await Promise.all(ids.map((id) => stateOf(id)))).toEqual(['sent', 'sent', 'sent'])
  expect(await at.events()).toEqual([])
  await at.app.system.query('alter table quotes drop constraint test_no_expiry')
  await run()
  expect(await Promise.all(ids.map((id) => stateOf(id)))).toEqual(['expired', 'expired', 'sent'])
  expect(await at.events()).toEqual(['quote.expired', 'quote.expired'])
})
