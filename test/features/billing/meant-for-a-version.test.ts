import { beforeAll, describe, expect, test } from 'vitest'
import { house } from '../../harness/house.ts'

// What goes out goes for good: whoever says which version they mean sends that, and no other.

const at = house()
const place = { street: 'Weg 1', postal_code: '20457', city: 'Hamburg', country: 'DE' }
let client = ''

beforeAll(async () => {
  const numbers = { tax_number: '22/123/45678', iban: 'DE02120300000000202051' }
  await at.owner.rest('PUT', '/organization', { legal_name: 'Kontor GmbH', ...place, ...numbers })
  const { body } = await at.owner.rest('POST', '/clients', { name: 'Acme', email: 'acme@kontor.example', ...place })
  client = body.id
})

const lines = (unit_price_cents: number) => ({
  line_items: [{ description: 'Beratung', quantity: 1, unit: 'HUR', unit_price_cents, tax_rate: 19 }],
})
const documents = {
  invoices: { ...lines(100_000), issue_date: '2026-01-05', due_date: '2026-01-19' },
  quotes: { ...lines(100_000), valid_until: '2099-01-19' },
  contracts: { title: 'Wartung', content: 'Was zu tun ist.' },
}
const changes = { invoices: lines(900_000), quotes: lines(900_000), contracts: { content: 'Was sonst zu tun ist.' } }
const sendings = { invoices: 'sendInvoice', quotes: 'sendQuote', contracts: 'sendContract' }
const deletions = { invoices: 'deleteInvoice', quotes: 'deleteQuote', contracts: 'deleteContract' }

describe.each(['invoices', 'quotes', 'contracts'] as const)('of %s', (kind) => {
  const now = async (id: string) => (await at.owner.rest('GET', `/${kind}/${id}`)).body
  async function changed() {
    const { body } = await at.owner.rest('POST', `/${kind}`, { client_id: client, ...documents[kind] })
    const changedOne = await at.owner.rest('PUT', `/${kind}/${body.id}`, changes[kind])
    expect(changedOne.status, JSON.stringify(changedOne.body)).toBe(200)
    return { id: body.id as string, seen: body.version as number, version: changedOne.body.version as number }
  }

  test('another draft than was seen is not sent', async () => {
    const { id, seen, version } = await changed()
    const send = (tag: number) => at.owner.rest('POST', `/${kind}/${id}/send`, {}, { 'if-match': `"${tag}"` })
    const stale = await send(seen)
    expect([stale.status, stale.body.error]).toEqual([412, 'precondition_failed'])
    expect(await now(id)).toMatchObject({ status: 'draft', number: null, version })
    expect((await send(version)).status).toBe(200)
    expect((await now(id)).status).toBe('sent')
  })

  test('the same by GraphQL; whoever says nothing sends what there is', async () => {
    const { id, seen } = await changed()
    const send = (version?: number) =>
      at.owner.graphql(
        'mutation ($id: UUID!, $version: Int) { sent: SEND(id: $id, version: $version) { status } }'.replace(
          'SEND',
          sendings[kind],
        ),
        {
          id,
          version,
        },
      )
    expect((await send(seen)).errors?.[0].extensions.code).toBe('precondition_failed')
    expect((await now(id)).status).toBe('draft')
    expect((await send()).data.sent.status).toBe('sent')
  })

  test('another draft than was seen is not deleted', async () => {
    const { id, seen, version } = await changed()
    const remove = (meant: number) =>
      at.owner.graphql(
        'mutation ($id: UUID!, $version: Int) { DELETE(id: $id, version: $version) }'.replace(
          'DELETE',
          deletions[kind],
        ),
        {
          id,
          version: meant,
        },
      )
    expect((await remove(seen)).errors?.[0].extensions.code).toBe('precondition_failed')
    expect((await now(id)).version).toBe(version)
    expect((await remove(version)).errors).toBeUndefined()
  })
})

test('a credit note is of what was seen', async () => {
  const { body } = await at.owner.rest('POST', '/invoices', { client_id: client, ...documents.invoices })
  const { body: sent } = await at.owner.rest('POST', `/invoices/${body.id}/send`, { channel: 'none' })
  const path = `/invoices/${body.id}/credit-note`
  const part = lines(50_000)
  const credit = (tag: number) => at.owner.rest('POST', path, {}, { 'if-match': `"${tag}"` })
  const first = await at.owner.rest('POST', path, part)
  expect(first.status, JSON.stringify(first.body)).toBe(201)
  expect((await credit(sent.version)).status).toBe(412)
  const { body: now } = await at.owner.rest('GET', `/invoices/${body.id}`)
  expect((await credit(now.version)).status).toBe(201)
})

test('a reminder is the one that was previewed', async () => {
  const { body } = await at.owner.rest('POST', '/invoices', { client_id: client, ...documents.invoices })
  await at.owner.rest('POST', `/invoices/${body.id}/send`, { channel: 'none' })
  const path = `/invoices/${body.id}/reminders`
  const preview = async () => (await at.owner.rest('POST', `${path}/preview`)).body
  const seen = await preview()
  const remind = (tag: number) => at.owner.rest('POST', path, { channel: 'none' }, { 'if-match': `"${tag}"` })
  expect((await remind(seen.version)).body.level).toBe(0)
  expect((await remind(seen.version)).status).toBe(412)
  const next = await preview()
  await at.owner.rest('POST', `/invoices/${body.id}/payments`, {
    amount_cents: 500,
    paid_at: '2026-02-01',
    method: 'bank_transfer',
  })
  expect((await remind(next.version)).status).toBe(412)
  const last = await preview()
  expect(last.open_cents).toBe(next.open_cents - 500)
  const { status, body: reminder } = await remind(last.version)
  expect([status, reminder.level, reminder.total_cents]).toEqual([201, last.level, last.total_cents])
})

test('a recurring invoice is made of what was seen', async () => {
  const given = { client_id: client, interval: 'month', starts_on: '2099-01-31', ...lines(100_000) }
  const { body } = await at.owner.rest('POST', '/recurring-invoices', given)
  const { body: now } = await at.owner.rest('PUT', `/recurring-invoices/${body.id}`, lines(900_000))
  const run = (tag: number) =>
    at.owner.rest('POST', `/recurring-invoices/${body.id}/run`, {}, { 'if-match': `"${tag}"` })
  expect((await run(body.version)).status).toBe(412)
  const { status, body: made } = await run(now.version)
  expect([status, made.subtotal_cents]).toEqual([201, 900_000])
})
