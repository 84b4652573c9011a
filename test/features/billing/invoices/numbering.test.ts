import { beforeAll, describe, expect, test } from 'vitest'
import { formatDocumentNumber } from '#core/operation/numbering'
import { house } from '../../../harness/house.ts'
import { stubDocumentRendering } from '../../../harness/stub-document-rendering.ts'
import { today } from './firm.ts'

const at = house({ today })
const line = { description: 'Beratung', quantity: 1, unit_price_cents: 10000, tax_rate: 19 }
let client = ''

beforeAll(async () => {
  await at.owner.rest('PUT', '/organization', {
    legal_name: 'Kontor GmbH',
    street: 'Weg 1',
    postal_code: '20457',
    city: 'Hamburg',
    tax_number: '22/123/45678',
  })
  client = (
    await at.owner.rest('POST', '/clients', {
      name: 'Acme',
      email: 'a@acme.example',
      street: 'Ring 2',
      postal_code: '10115',
      city: 'Berlin',
      country: 'DE',
    })
  ).body.id
})

test('200 parallel sends, some twice and some failing in the middle: no gap and no double', {
  timeout: 120_000,
}, async () => {
  const drafts: string[] = []
  while (drafts.length < 200) {
    const { body } = await at.owner.rest('POST', '/invoices', {
      client_id: client,
      issue_date: '2026-01-05',
      due_date: '2126-01-19',
      line_items: [line],
    })
    drafts.push(body.id)
  }
  // Every fifth document cannot be archived at the first try: the number it had must go back.
  const { storage } = at.app.services
  const drawing = stubDocumentRendering(at.app)
  const put = storage.put.bind(storage)
  let tries = 0
  let failures = 0
  storage.put = async (...args) => {
    if (++tries % 10 === 0) {
      failures += 1
      throw new Error('the disk is full')
    }
    return put(...args)
  }
  try {
    // Who was refused, for a fault or because too many were waiting, tries again.
    let open = drafts
    for (let round = 0; open.length && round < 30; round++) {
      await Promise.all(
        open
          .flatMap((id) => [id, ...(Number.parseInt(id.slice(0, 2), 16) % 3 ? [] : [id])])
          .map((id) => at.owner.rest('POST', `/invoices/${id}/send`)),
      )
      const { rows } = await at.app.system.query<{ id: string }>(
        "select id from invoices where organization_id = $1 and status = 'draft'",
        [at.organizationId],
      )
      open = rows.map(({ id }) => id)
    }
  } finally {
    storage.put = put
    drawing.mockRestore()
  }
  const { rows } = await at.app.system.query<{ number: string; status: string }>(
    "select number, status from invoices where organization_id = $1 and kind = 'invoice' order by number",
    [at.organizationId],
  )
  expect(failures).toBeGreaterThan(20)
  expect(rows.map(({ status }) => status)).toEqual(Array(200).fill('sent'))
  expect(rows.map(({ number }) => number)).toEqual(
    Array.from({ length: 200 }, (_, index) => formatDocumentNumber('RE-{year}-{seq:4}', 2026, index + 1)),
  )
  const events = (await at.events()).filter((name) => name === 'invoice.sent')
  expect(events).toHaveLength(200)
  const { rows: mails } = await at.app.system.query(
    "select count(*)::int as count from mails where organization_id = $1 and kind = 'invoice'",
    [at.organizationId],
  )
  expect(mails).toEqual([{ count: 200 }])
})

test('a pattern without a year does not restart', async () => {
  await at.owner.rest('PUT', '/organization', { invoice_number_pattern: 'R{seq:5}' })
  const send = async (issue_date: string) => {
    const { body } = await at.owner.rest('POST', '/invoices', {
      client_id: client,
      issue_date,
      due_date: '2126-01-19',
      line_items: [line],
    })
    return (await at.owner.rest('POST', `/invoices/${body.id}/send`, { channel: 'none' })).body.number
  }
  expect([await send('2024-12-31'), await send('2025-01-01')]).toEqual(['R00001', 'R00002'])
})

describe('a pattern that comes to a number that there is', () => {
  const draft = async () =>
    (
      await at.owner.rest('POST', '/invoices', {
        client_id: client,
        issue_date: '2023-05-01',
        due_date: '2126-01-19',
        line_items: [line],
      })
    ).body.id
  const send = (id: string) => at.owner.rest('POST', `/invoices/${id}/send`, { channel: 'none' })
  const patternOf = async () => (await at.owner.rest('GET', '/organization')).body.invoice_number_pattern
  beforeAll(async () => {
    await at.owner.rest('PUT', '/organization', { invoice_number_pattern: 'X(-{year}-{seq:4}' })
    for (const number of ['X(-2023-0001', 'X(-2023-0002', 'X(-2023-0003'])
      expect((await send(await draft())).body.number).toBe(number)
  })

  for (const [taken, number] of [
    ['X(-2023-{seq:4}', 'X(-2023-0003'],
    ['X(-2023-000{seq}', 'X(-2023-0003'],
    // 'R00001' and 'R00002' were given by another pattern.
    ['R{seq:5}', null],
    ['R{year}{seq}', null],
    ['R{seq:4}', null],
    ['R00{seq:3}', null],
    ['R000{seq}', null],
  ] as const)
    test(`${taken}: ${number ? `is refused, by ${number}` : 'is none while its counter is beyond'}`, async () => {
      const input = { invoice_number_pattern: taken }
      const answers = [
        await at.owner.rest('POST', '/organization/numbering/preview', input),
        ...(number ? [await at.owner.rest('PUT', '/organization', input)] : []),
      ]
      for (const { status, body } of answers)
        if (number)
          expect([status, body.field, body.message]).toEqual([
            422,
            'invoice_number_pattern',
            `invoice_number_pattern ergibt ${number}, und diese Nummer gibt es schon.`,
          ])
        else expect(status).toBe(200)
      expect(await patternOf()).toBe('X(-{year}-{seq:4}')
    })

  test('is taken once its counter is beyond them', async () => {
    const { next } = (
      await at.owner.rest('POST', '/organization/numbering/preview', { invoice_number_pattern: 'R{seq:5}' })
    ).body.series[0]
    expect(next).toBe(3)
  })

  test('is none where it is that of another series, or has blanks around it', async () => {
    for (const wrong of ['AN-{year}-{seq:4}', '  {seq}', '{seq} '])
      expect(await at.owner.rest('PUT', '/organization', { invoice_number_pattern: wrong })).toMatchObject({
        status: 422,
        body: { field: 'invoice_number_pattern' },
      })
  })

  test('is refused or comes after them while others send', async () => {
    const drafts = await Promise.all([draft(), draft(), draft()])
    const [changed, ...sent] = await Promise.all([
      at.owner.rest('PUT', '/organization', { invoice_number_pattern: 'X(-2023-{seq:5}' }),
      ...drafts.map(send),
    ])
    expect(changed.status).toBe(200)
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await send(await draft())).status).toBe(200)
    await at.owner.rest('PUT', '/organization', { invoice_number_pattern: 'X(-{year}-{seq:4}' })
  })

  test('is told at the send all the same, and the draft stays', async () => {
    await at.app.system.query('update counters set last = 0 where organization_id = $1 and year = 2023', [
      at.organizationId,
    ])
    const id = await draft()
    const refused = await send(id)
    expect([refused.status, refused.body.field]).toEqual([409, 'organization.invoice_number_pattern'])
    expect((await at.owner.rest('GET', `/invoices/${id}`)).body).toMatchObject({ status: 'draft', number: null })
  })
})
