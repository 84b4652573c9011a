import { beforeAll, expect, test } from 'vitest'
import { house } from '../../../harness/house.ts'
import { onStatement } from '../../../harness/statements.ts'
import { upload } from '../../content/files/upload.ts'
import { camt } from './samples.ts'

const at = house({ today: '2026-03-20' })
let client = ''

beforeAll(async () => {
  const address = { street: 'Speicherstraße 1', postal_code: '20457', city: 'Hamburg', country: 'DE' }
  const taxed = { tax_number: '22/123/45678', vat_id: 'DE136695976' }
  await at.owner.rest('PUT', '/organization', { legal_name: 'Werkstatt GmbH', ...address, ...taxed })
  client = (await at.owner.rest('POST', '/clients', { name: 'Weber', email: 'k@kunde.example', ...address })).body.id
})

async function invoice(unit_price_cents: number, more: object = {}) {
  const line = { description: 'Beratung', quantity: 1, unit_price_cents, tax_rate: 0, tax_category: 'Z' }
  const dates = { issue_date: '2026-03-01', due_date: '2026-03-15' }
  const { body } = await at.owner.rest('POST', '/invoices', {
    client_id: client,
    ...dates,
    line_items: [line],
    ...more,
  })
  return (await at.owner.rest('POST', `/invoices/${body.id}/send`, { channel: 'none' })).body
}

async function imported(...moved: { cents: number; purpose: string }[]) {
  const { status, body } = await upload(at, 'owner', { file: [camt(...moved), 'u.xml'] }, {}, '/payments/import')
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const confirm = (id: string, payments: object[]) =>
  at.accountant.rest('POST', `/payments/import/${id}/confirm`, { payments })

test("loads an invoice's payments once for any number of new ones", async () => {
  const sent = await invoice(10_000)
  const { id, proposals } = await imported({ cents: 10_000, purpose: sent.number })
  const payments = (count: number) =>
    Array.from({ length: count }, () => ({
      transaction_id: proposals[0].transaction_id,
      invoice_id: sent.id,
      amount_cents: 2,
      charges_cents: 1,
    }))
  const readBy = async (count: number) => {
    let reads = 0
    const stop = onStatement(({ text, isPrepared }) => {
      // Requests per token are counted at irregular times.
      if (isPrepared && text.startsWith('select') && !text.includes('from count_')) reads += 1
    })
    const { body } = await confirm(id, payments(count))
    stop()
    expect(body.payments).toHaveLength(count)
    return reads
  }
  await readBy(2)
  expect(await readBy(40)).toBeLessThanOrEqual((await readBy(2)) + 1)
  expect((await at.owner.rest('GET', `/invoices/${sent.id}`)).body).toMatchObject({ paid_cents: 44, open_cents: 9956 })
})

test('splits parts confirmed at once over the rates as if confirmed one by one', async () => {
  const line_items = [19, 7, 19].map((tax_rate, index) => ({
    description: `Teil ${index}`,
    quantity: 1,
    unit_price_cents: 3333 + index,
    tax_rate,
  }))
  const divided = async (parts: number[], isAtOnce: boolean) => {
    const sent = await invoice(1, { line_items })
    const bank = await imported({ cents: sent.total_cents, purpose: sent.number })
    const entries = parts.map((amount_cents) => ({
      transaction_id: bank.proposals[0].transaction_id,
      invoice_id: sent.id,
      amount_cents,
      cash_discount_cents: 11,
    }))
    for (const some of isAtOnce ? [entries] : entries.map((each) => [each]))
      expect((await confirm(bank.id, some)).body.skipped).toEqual([])
    const { rows } = await at.app.system.query(
      'select vat_shares from payments where invoice_id = $1 order by amount_cents',
      [sent.id],
    )
    return rows
  }
  const parts = [1001, 2002, 3003]
  expect(await divided(parts, true)).toEqual(await divided(parts, false))
})

test('skips a discount that leaves nothing to pay, and books the rest', async () => {
  const [one, other] = [await invoice(5000), await invoice(7000)]
  const { id, proposals } = await imported({ cents: 5000, purpose: one.number }, { cents: 7000, purpose: other.number })
  const [paid, discounted] = proposals.map(({ transaction_id }: { transaction_id: string }) => transaction_id)
  for (const cash_discount_cents of [7000, 7001]) {
    const { status, body } = await confirm(id, [
      { transaction_id: paid, invoice_id: one.id, amount_cents: 100 },
      { transaction_id: discounted, invoice_id: other.id, cash_discount_cents },
    ])
    expect(status).toBe(200)
    expect(body.payments).toMatchObject([{ amount_cents: 100 }])
    expect(body.skipped).toMatchObject([{ invoice_id: other.id, reason: expect.stringMatching(/^Das Skonto lässt/) }])
  }
  const refused = await at.owner.rest('POST', `/invoices/${other.id}/payments`, {
    amount_cents: 1,
    cash_discount_cents: 7001,
    paid_at: '2026-03-20',
    method: 'cash',
  })
  expect([refused.status, refused.body.field]).toEqual([422, 'cash_discount_cents'])
})

test('books dunning charges as proposed after another reminder, and alone once the rest is settled', async () => {
  const sent = await invoice(10_000, { issue_date: '2026-01-02', due_date: '2026-01-10' })
  const remind = async () =>
    (await at.owner.rest('POST', `/invoices/${sent.id}/reminders`, { channel: 'none' })).body.charges_cents
  await remind()
  const charges = await remind()
  expect(charges).toBeGreaterThan(0)
  const { id, proposals } = await imported(
    { cents: 10_000 + charges, purpose: sent.number },
    { cents: charges, purpose: `Mahnkosten ${sent.number}` },
  )
  await remind()
  const [first, second] = proposals.map(({ transaction_id }: { transaction_id: string }) => ({
    transaction_id,
    invoice_id: sent.id,
  }))
  expect((await confirm(id, [first])).body).toMatchObject({
    payments: [{ amount_cents: 10_000 + charges, charges_cents: charges }],
    skipped: [],
  })
  expect((await confirm(id, [second])).body).toMatchObject({ payments: [], skipped: [{}] })
  expect((await confirm(id, [{ ...second, charges_cents: charges }])).body).toMatchObject({
    payments: [{ amount_cents: charges, charges_cents: charges }],
    skipped: [],
  })
})

test('limits the entries of one operation', async () => {
  const entry = { transactionId: client, invoiceId: client }
  const code = async (query: string, variables: object) =>
    (await at.accountant.graphql(query, variables)).errors?.[0].extensions.code
  const input = { payments: Array.from({ length: 500 }, () => entry) }
  const fields = (count: number, value = '$input') =>
    Array.from(
      { length: count },
      (_, index) => `a${index}: confirmPayments(id: "${client}", input: ${value}) { __typename }`,
    )
  const ask = (count: number) => `mutation ($input: ConfirmPaymentsInput!) { ${fields(count).join(' ')} }`
  expect(await code(ask(1), { input })).toBe('not_found')
  expect(await code(ask(2), { input })).toBe('query_too_expensive')
  expect(await code(ask(10), { input })).toBe('query_too_expensive')
  const inside = `mutation ($payments: [ConfirmedPayment!]!) { ${fields(2, '{ payments: $payments }').join(' ')} }`
  expect(await code(inside, input)).toBe('query_too_expensive')
})

test('refuses client credit beyond the maximum', async () => {
  const sent = await invoice(100)
  const pay = (amount_cents: number) =>
    at.owner.rest('POST', `/invoices/${sent.id}/payments`, {
      amount_cents,
      overpayment: 'credit',
      paid_at: '2026-03-20',
      method: 'cash',
    })
  for (const cents of [10 ** 13 + 1, Number.MAX_SAFE_INTEGER]) {
    const { status, body } = await pay(cents)
    expect([status, body.field]).toEqual([422, 'amount_cents'])
  }
  for (let paid = 0; paid < 99; paid += 1) expect((await pay(10 ** 13)).status).toBe(201)
  expect((await pay(10 ** 13)).body).toMatchObject({ credit_cents: 10 ** 13 })
  const { status, body } = await pay(10 ** 13)
  expect([status, body.field]).toEqual([422, 'amount_cents'])
  expect((await at.owner.rest('GET', `/clients/${client}`)).status).toBe(200)
})
