import { beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#core/time/clock'
import { type House, house, openHouse, scenario } from '../../../harness/house.ts'
import { type Caller, upload } from '../../content/files/upload.ts'
import { camt, camtOf, details, entry, type Moved, mt940 } from './samples.ts'

const at = house({ today: '2026-03-20' })
const iban = 'DE89370400440532013000'

interface Sent {
  id: string
  number: string
}

const read = (text: string, as: Caller = 'accountant', of: House = at, headers: Record<string, string> = {}) =>
  upload(of, as, { file: [text, 'umsaetze.txt'] }, headers, '/payments/import')

async function proposed(text: string) {
  const { status, body } = await read(text)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const confirm = (id: string, payments: object[], as: Caller = 'accountant') =>
  at[as].rest('POST', `/payments/import/${id}/confirm`, { payments })

const seller = {
  legal_name: 'Werkstatt GmbH',
  street: 'Speicherstraße 1',
  postal_code: '20457',
  city: 'Hamburg',
  country: 'DE',
  tax_number: '22/123/45678',
  vat_id: 'DE136695976',
}

let clients = 0
const clientOf = async (name: string): Promise<string> => {
  const address = { street: 'Ring 2', postal_code: '10115', city: 'Berlin', country: 'DE' }
  const email = `k${++clients}@kunde.example`
  return (await at.owner.rest('POST', '/clients', { name, email, ...address })).body.id
}

/** A sent invoice of so many cents, without VAT. */
async function invoice(client_id: string, unit_price_cents: number, more: object = {}): Promise<Sent> {
  const line = { description: 'Beratung', quantity: 1, unit_price_cents, tax_rate: 0, tax_category: 'Z' }
  const dates = { issue_date: '2026-03-01', due_date: '2026-03-15' }
  const { body } = await at.owner.rest('POST', '/invoices', { client_id, ...dates, line_items: [line], ...more })
  const sent = await at.owner.rest('POST', `/invoices/${body.id}/send`, { channel: 'none' })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  return sent.body
}

beforeAll(async () => {
  await at.owner.rest('PUT', '/organization', seller)
})

const pay = (invoice_id: string, amount_cents: number, paid_at = '2026-03-05') =>
  at.owner.rest('POST', `/invoices/${invoice_id}/payments`, { amount_cents, paid_at, method: 'cash' })

/** The first proposal for a transaction of today. */
async function matched(moved: Moved) {
  const { proposals } = await proposed(camt(moved))
  return proposals[0]
}

describe('a transfer less a credit note', () => {
  const creditOf = async (client: string, cents: number): Promise<Sent> => {
    const earlier = await invoice(client, cents)
    expect((await pay(earlier.id, cents)).status).toBe(201)
    return (await at.owner.rest('POST', `/invoices/${earlier.id}/credit-note`)).body
  }
  const due = async (id: string) => {
    const { open_cents, refund_due_cents, status } = (await at.owner.rest('GET', `/invoices/${id}`)).body
    return [status, open_cents, refund_due_cents]
  }

  test('settles both documents', async () => {
    const client = await clientOf('Verrechner Eins')
    const note = await creditOf(client, 7_003)
    const sent = await invoice(client, 30_011)
    const { id, proposals } = await proposed(
      camt({ on: '2026-03-20', cents: 23_008, purpose: `${sent.number} abzgl. ${note.number}` }),
    )
    const [proposal] = proposals
    expect(proposal).toMatchObject({
      match: 'exact',
      reason: `${sent.number} genannt, abzüglich ${note.number}`,
      invoices: [
        {
          ...{ invoice_id: sent.id, amount_cents: 23_008, open_cents: 30_011 },
          set_off: [{ invoice_id: note.id, number: note.number, amount_cents: 7_003 }],
        },
      ],
    })
    const { body } = await confirm(id, [{ transaction_id: proposal.transaction_id, invoice_id: sent.id }])
    expect(body.skipped).toEqual([])
    expect(body.payments).toMatchObject([
      { method: 'bank_transfer', amount_cents: 23_008 },
      { method: 'credit_note', amount_cents: 7_003, credit_note_id: note.id },
    ])
    expect(await due(sent.id)).toEqual(['paid', 0, 0])
    expect(await due(note.id)).toEqual(['paid', 0, 0])
  })

  test('that is not written is offered where the amount tells it, and not set off where one says so', async () => {
    const client = await clientOf('Verrechner Zwei')
    const note = await creditOf(client, 1_004)
    const sent = await invoice(client, 40_017)
    const { id, proposals } = await proposed(camt({ on: '2026-03-20', cents: 39_013, purpose: sent.number }))
    expect(proposals[0]).toMatchObject({ match: 'partial', invoices: [{ set_off: [{ invoice_id: note.id }] }] })
    const wish = { transaction_id: proposals[0].transaction_id, invoice_id: sent.id, set_off: false }
    expect((await confirm(id, [wish])).body.payments).toHaveLength(1)
    expect(await due(sent.id)).toMatchObject(['overdue', 1_004, 0])
    expect(await due(note.id)).toMatchObject(['sent', -1_004, 1_004])
    const later = (await at.accountant.rest('GET', `/payments/import/${id}`)).body
    expect(later.proposals[0]).toMatchObject({ booked: true, invoices: [{ invoice_id: sent.id, set_off: [] }] })
  })

  test('that was declined is not offered again for the rest of the transfer', async () => {
    const client = await clientOf('Verrechner Rest')
    const note = await creditOf(client, 1_005)
    const sent = await invoice(client, 40_019)
    const { id, proposals } = await proposed(
      camt({ on: '2026-03-20', cents: 39_014, purpose: `${sent.number} abzgl. ${note.number}` }),
    )
    const line = { transaction_id: proposals[0].transaction_id, invoice_id: sent.id }
    await confirm(id, [{ ...line, amount_cents: 30_000, set_off: false }])
    const later = (await at.accountant.rest('GET', `/payments/import/${id}`)).body
    expect(later.proposals[0]).toMatchObject({ invoices: [{ amount_cents: 9_014, set_off: [] }] })
    expect((await confirm(id, [line])).body).toMatchObject({ payments: [{ amount_cents: 9_014 }], skipped: [] })
    expect(await due(note.id)).toMatchObject(['sent', -1_005, 1_005])
  })

  test('pays several invoices, and a refund may be less an invoice', async () => {
    const client = await clientOf('Verrechner Drei')
    const note = await creditOf(client, 2_005)
    const [one, two] = [await invoice(client, 1_019), await invoice(client, 5_023)]
    const { id, proposals } = await proposed(
      camt({ on: '2026-03-20', cents: 4_037, purpose: `${one.number}, ${two.number} minus ${note.number}` }),
    )
    const [proposal] = proposals
    expect(proposal.match).toBe('exact')
    const wishes = [one, two].map((sent) => ({ transaction_id: proposal.transaction_id, invoice_id: sent.id }))
    expect((await confirm(id, wishes)).body.skipped).toEqual([])
    for (const sent of [one, two]) expect(await due(sent.id)).toEqual(['paid', 0, 0])
    expect(await due(note.id)).toEqual(['paid', 0, 0])

    const refund = await creditOf(client, 9_029)
    const open = await invoice(client, 3_031)
    const outgoing = await proposed(
      camt({ on: '2026-03-20', cents: -5_998, purpose: `${refund.number} abzgl. ${open.number}` }),
    )
    expect(outgoing.proposals[0]).toMatchObject({
      match: 'exact',
      invoices: [
        { invoice_id: refund.id, amount_cents: 5_998, set_off: [{ invoice_id: open.id, amount_cents: 3_031 }] },
      ],
    })
    const back = { transaction_id: outgoing.proposals[0].transaction_id, invoice_id: refund.id }
    expect((await confirm(outgoing.id, [back])).body.skipped).toEqual([])
    expect(await due(refund.id)).toEqual(['paid', 0, 0])
    expect(await due(open.id)).toEqual(['paid', 0, 0])
  })

  test('of another client, or of another sum, is not', async () => {
    const [client, other] = [await clientOf('Verrechner Vier'), await clientOf('Verrechner Fünf')]
    const note = await creditOf(other, 3_007)
    const sent = await invoice(client, 50_021)
    const foreign = await matched({ on: '2026-03-20', cents: 47_014, purpose: `${sent.number} abzgl. ${note.number}` })
    expect(foreign).toMatchObject({ match: 'partial', invoices: [{ invoice_id: sent.id, set_off: [] }] })
    const own = await creditOf(client, 3_009)
    const wrong = await matched({ on: '2026-03-20', cents: 47_013, purpose: `${sent.number} abzgl. ${own.number}` })
    expect(wrong).toMatchObject({ match: 'partial', invoices: [{ set_off: [] }] })
  })

  test.each([
    ['an amount that leaves nothing to set off', { amount_cents: 5_011, set_off: true }],
    ['what exceeds the invoice as credit', { overpayment: 'credit', set_off: true }],
  ])('is booked as a whole or not at all, after another line on the same invoice: %s', async (_, wish) => {
    const client = await clientOf('Verrechner Halb')
    const note = await creditOf(client, 7_003)
    const sent = await invoice(client, 30_011)
    const { id, proposals } = await proposed(
      camt(
        { on: '2026-03-20', cents: 23_008, purpose: `${sent.number} abzgl. ${note.number}` },
        { on: '2026-03-20', cents: 25_000, purpose: sent.number },
      ),
    )
    const [less, part] = proposals.map(({ transaction_id }: { transaction_id: string }) => transaction_id)
    const { body } = await confirm(id, [
      { transaction_id: part, invoice_id: sent.id, amount_cents: 25_000 },
      { transaction_id: less, invoice_id: sent.id, ...wish },
    ])
    expect(body.payments).toMatchObject([{ amount_cents: 25_000 }])
    expect(body.skipped).toMatchObject([{ transaction_id: less, invoice_id: sent.id }])
    expect(await due(sent.id)).toMatchObject(['overdue', 5_011, 0])
    expect(await due(note.id)).toMatchObject(['sent', -7_003, 7_003])
    expect((await at.owner.rest('GET', `/invoices/${sent.id}/payments`)).body.total).toBe(1)
  })

  test('sent twice in one request is booked once, and told once', async () => {
    const client = await clientOf('Verrechner Doppelt')
    const note = await creditOf(client, 2_003)
    const sent = await invoice(client, 9_011)
    const { id, proposals } = await proposed(
      camt({ on: '2026-03-20', cents: 7_008, purpose: `${sent.number} abzgl. ${note.number}` }),
    )
    const line = { transaction_id: proposals[0].transaction_id, invoice_id: sent.id }
    const { body } = await confirm(id, [line, line])
    expect(body.payments).toMatchObject([{ amount_cents: 7_008 }, { amount_cents: 2_003 }])
    expect(body.skipped).toMatchObject([line])
    expect(await due(sent.id)).toEqual(['paid', 0, 0])
    expect(await due(note.id)).toEqual(['paid', 0, 0])
  })

  test('is no set-off with a note that was issued after the transfer', async () => {
    const client = await clientOf('Verrechner Sechs')
    const note = await creditOf(client, 4_007)
    const sent = await invoice(client, 60_029)
    for (const purpose of [sent.number, `${sent.number} abzgl. ${note.number}`]) {
      const early = await matched({ on: '2026-03-19', cents: 56_022, purpose })
      expect(early).toMatchObject({ match: 'partial', invoices: [{ invoice_id: sent.id, set_off: [] }] })
    }
  })
})

describe('a transaction is matched', () => {
  let weber = ''
  let first: Sent
  let second: Sent
  beforeAll(async () => {
    weber = await clientOf('Weber Möbel GmbH & Co. KG')
    first = await invoice(weber, 10_010)
    second = await invoice(weber, 20_020)
  })

  test('by the number, however it is written, and the amount', async () => {
    const spellings = [
      first.number,
      `Rechnung ${first.number.toLowerCase()} danke`,
      first.number.replaceAll('-', ' '),
      first.number.replaceAll('-', ''),
      first.number.split('').join(' '),
      first.number.replace('-0', '-').replace('-00', '-'),
      `RG${first.number} vom 01.03.2026`,
    ]
    for (const purpose of spellings)
      expect(await matched({ cents: 10_010, purpose }), purpose).toMatchObject({
        match: 'exact',
        invoice_id: first.id,
        number: first.number,
        confidence: 0.99,
        reason: `${first.number} genannt, Betrag stimmt`,
        booked: false,
        unbooked_cents: 10_010,
        booked_on: '2026-03-10',
        currency: 'EUR',
      })
    expect(await matched({ cents: 10_010, endToEndId: first.number })).toMatchObject({ match: 'exact' })
    const digits = first.number.replace(/\D/g, '')
    expect(await matched({ cents: 10_010, purpose: `Nr. ${digits}` })).toMatchObject({
      match: 'exact',
      confidence: 0.9,
    })
  })

  test('not by a longer number, and only in part by another amount', async () => {
    expect(await matched({ cents: 10_011, purpose: `${first.number}1` })).toMatchObject({ match: 'none' })
    const less = await matched({ cents: 10_000, purpose: first.number })
    expect(less).toMatchObject({ match: 'partial', invoice_id: first.id, invoices: [{ amount_cents: 10_000 }] })
    expect(less.reason).toContain('weniger als offen')
    const more = await matched({ cents: 10_020, purpose: first.number })
    expect(more).toMatchObject({ match: 'partial', invoices: [{ amount_cents: 10_010 }] })
  })

  test('with several invoices that it names, or that are all of a client', async () => {
    const both = [
      { invoice_id: first.id, amount_cents: 10_010 },
      { invoice_id: second.id, amount_cents: 20_020 },
    ]
    const named = await matched({ cents: 30_030, purpose: `${first.number}, ${second.number}` })
    expect(named).toMatchObject({ match: 'exact', number: first.number, invoices: both })
    const all = await matched({ cents: 30_030, name: 'WEBER MOEBEL GMBH U. CO. KG' })
    expect(all).toMatchObject({ match: 'exact', confidence: 0.8 })
    expect(all.invoices).toHaveLength(2)
    const some = await matched({ cents: 15_000, purpose: `${first.number} ${second.number}` })
    expect(some).toMatchObject({ match: 'partial', invoices: [{ amount_cents: 10_010 }, { amount_cents: 4990 }] })
  })

  test('by name and amount, by the amount alone but for choice, and else not at all', async () => {
    expect(await matched({ cents: 20_020, name: 'Weber Mobel' })).toMatchObject({
      match: 'exact',
      invoice_id: second.id,
    })
    expect(await matched({ cents: 20_020, name: 'Schmidt' })).toMatchObject({
      match: 'ambiguous',
      invoice_id: null,
      number: null,
      confidence: 0.3,
      invoices: [{ invoice_id: second.id }],
    })
    expect(await matched({ cents: 5, name: 'Schmidt', purpose: 'Hallo' })).toMatchObject({
      match: 'none',
      invoice_id: null,
      confidence: 0,
      reason: 'Keine offene Rechnung passt',
    })
    const { body } = await read(camt({ cents: 5 }), 'owner', at, { 'accept-language': 'en' })
    expect(body.proposals[0].reason).toBe('No open invoice fits')
  })

  test('as ambiguous where several invoices of a client are alike', async () => {
    const twin = await clientOf('Zwilling')
    const alike = [await invoice(twin, 7777), await invoice(twin, 7777)]
    const { match, invoices } = await matched({ cents: 7777, name: 'Zwilling' })
    expect(match).toBe('ambiguous')
    expect(invoices.map(({ invoice_id }: { invoice_id: string }) => invoice_id).sort()).toEqual(
      alike.map(({ id }) => id).sort(),
    )
  })

  test('not where it is in another currency, or takes an earlier one back', async () => {
    const foreign = camt({ cents: 10_010, purpose: first.number }).replaceAll('EUR', 'CHF')
    expect((await proposed(foreign)).proposals[0]).toMatchObject({ match: 'none', currency: 'CHF' })
    const body = `<RvslInd>true</RvslInd><NtryDtls>${details({ cents: -10_010, purpose: first.number })}</NtryDtls>`
    const [back] = (await proposed(camtOf(entry(body, -10_010), -10_010))).proposals
    expect(back).toMatchObject({ match: 'none', reason: expect.stringContaining(`Storno zu ${first.number}`) })
  })

  test('to a credit note where money went out', async () => {
    const paid = await invoice(await clientOf('Zurück AG'), 4321)
    const payment = { amount_cents: 4321, paid_at: '2026-03-05', method: 'bank_transfer' }
    await at.owner.rest('POST', `/invoices/${paid.id}/payments`, payment)
    const { body: note } = await at.owner.rest('POST', `/invoices/${paid.id}/credit-note`)
    const { id, proposals } = await proposed(camt({ cents: -4321, purpose: `Erstattung ${note.number}` }))
    expect(proposals[0]).toMatchObject({ match: 'exact', number: note.number, amount_cents: -4321 })
    const { body } = await confirm(id, [{ transaction_id: proposals[0].transaction_id, invoice_id: note.id }])
    expect(body).toMatchObject({ payments: [{ invoice_id: note.id, amount_cents: 4321 }], skipped: [] })
    expect((await at.owner.rest('GET', `/invoices/${note.id}`)).body).toMatchObject({ status: 'paid' })
    const again = await matched({ cents: 4321, purpose: paid.number, on: '2026-03-11' })
    expect(again).toMatchObject({ match: 'none', reason: `${paid.number} ist schon bezahlt` })
  })

  test('not to another where it names one that is paid', async () => {
    const twice = await clientOf('Doppelt GmbH')
    const paid = await invoice(twice, 6543)
    const payment = { amount_cents: 6543, paid_at: '2026-03-05', method: 'bank_transfer' }
    await at.owner.rest('POST', `/invoices/${paid.id}/payments`, payment)
    const open = await invoice(twice, 6543)
    const reason = `${paid.number} ist schon bezahlt`
    for (const purpose of [paid.number, `Rechnung ${paid.number.replace(/\D+/, '')}`])
      expect(await matched({ cents: 6543, name: 'Doppelt GmbH', purpose }), purpose).toMatchObject({
        match: 'none',
        reason,
      })
    expect(
      await matched({ cents: 6543, name: 'Doppelt GmbH', purpose: `${paid.number} ${open.number}` }),
    ).toMatchObject({
      match: 'exact',
      number: open.number,
    })
    const credited = await invoice(twice, 98_765)
    await at.owner.rest('POST', `/invoices/${credited.id}/credit-note`)
    const late = await matched({ cents: 98_765, purpose: credited.number })
    expect(late).toMatchObject({ match: 'none', reason: `${credited.number} ist schon ausgeglichen` })
  })
})

describe('a confirmed payment', () => {
  test('is booked as any other, and its transaction not twice', async () => {
    const sent = await invoice(await clientOf('Huber'), 11_900)
    // Of the same client and amount, and still open when the file comes again.
    await invoice((await at.owner.rest('GET', `/invoices/${sent.id}`)).body.client_id, 11_900)
    const moved = { cents: 11_900, name: 'Huber', iban, purpose: sent.number, endToEndId: 'E1' }
    const { id, proposals, ...rest } = await proposed(camt(moved))
    expect(rest).toMatchObject({
      format: 'camt.053',
      statements: [
        {
          iban: 'DE02120300000000202051',
          from: '2026-03-10',
          to: '2026-03-10',
          opening_cents: 1000,
          closing_cents: 12_900,
        },
      ],
    })
    const [{ transaction_id }] = proposals
    const wish = { transaction_id, invoice_id: sent.id }
    await at.events()
    const { status, body } = await confirm(id, [wish])
    expect([status, body]).toMatchObject([
      200,
      {
        payments: [
          {
            invoice_id: sent.id,
            amount_cents: 11_900,
            paid_at: '2026-03-10',
            method: 'bank_transfer',
            reference: sent.number,
          },
        ],
        skipped: [],
      },
    ])
    expect(await at.events()).toEqual(['invoice.paid'])
    expect((await confirm(id, [wish])).body).toEqual({
      payments: [],
      skipped: [{ transaction_id, invoice_id: sent.id, reason: 'Dieser Umsatz ist schon verbucht.' }],
    })
    const shown = {
      transaction_id,
      booked: true,
      match: 'exact',
      invoices: [{ invoice_id: sent.id, amount_cents: 11_900 }],
      number: sent.number,
      unbooked_cents: 0,
      reason: `Schon verbucht auf ${sent.number}`,
    }
    expect((await at.auditor.rest('GET', `/payments/import/${id}`)).body.proposals).toMatchObject([shown])
    expect((await proposed(camt(moved))).proposals).toMatchObject([shown])
    expect((await proposed(mt940(moved))).proposals).toMatchObject([shown])

    // Who paid from an account before is known by it.
    const next = await invoice((await at.owner.rest('GET', `/invoices/${sent.id}`)).body.client_id, 555)
    expect(await matched({ cents: 555, iban, name: 'Frau Huber-Meier' })).toMatchObject({
      match: 'exact',
      confidence: 0.9,
      invoice_id: next.id,
    })

    await at.owner.rest('DELETE', `/payments/${body.payments[0].id}`)
    expect((await confirm(id, [wish])).body).toMatchObject({ payments: [{ amount_cents: 11_900 }] })
  })

  test('of one of several that may be meant leaves none of the others to be chosen', async () => {
    const client = await clientOf('Zwilling')
    const [, meant] = [await invoice(client, 7331), await invoice(client, 7331)]
    const moved = { cents: 7331, name: 'Zwilling' }
    const { id, proposals } = await proposed(camt(moved))
    expect(proposals).toMatchObject([{ match: 'ambiguous', invoices: [{}, {}] }])
    await confirm(id, [{ transaction_id: proposals[0].transaction_id, invoice_id: meant?.id }])
    const booked = [{ match: 'ambiguous', booked: true, invoice_id: meant?.id, invoices: [{ invoice_id: meant?.id }] }]
    expect((await at.auditor.rest('GET', `/payments/import/${id}`)).body.proposals).toMatchObject(booked)
    expect((await proposed(mt940(moved))).proposals).toMatchObject(booked)
  })

  test('takes a part of a transaction, which may pay several', async () => {
    const client = await clientOf('Drei')
    const [one, two, three] = [await invoice(client, 1000), await invoice(client, 2000), await invoice(client, 5000)]
    const { id, proposals } = await proposed(camt({ cents: 4000, purpose: 'Abschlag' }))
    const [{ transaction_id }] = proposals
    const { body } = await confirm(id, [
      { transaction_id, invoice_id: one?.id },
      { transaction_id, invoice_id: two?.id, amount_cents: 1500 },
      { transaction_id, invoice_id: two?.id, amount_cents: 5000 },
      { transaction_id, invoice_id: three?.id, amount_cents: 1501 },
      { transaction_id, invoice_id: three?.id },
      { transaction_id, invoice_id: three?.id },
    ])
    expect(body.payments.map(({ amount_cents }: { amount_cents: number }) => amount_cents)).toEqual([1000, 1500, 1500])
    expect(body.skipped.map(({ reason }: { reason: string }) => reason)).toEqual([
      'Von diesem Umsatz sind nur noch 15,00 € nicht verbucht.',
      'Von diesem Umsatz sind nur noch 15,00 € nicht verbucht.',
      'Dieser Umsatz ist schon verbucht.',
    ])
  })

  test('grants the cash discount of the terms, and no other', async () => {
    const terms = { cash_discount_percent: 2, cash_discount_days: 10 }
    const sent = await invoice(await clientOf('Skonto'), 100_000, terms)
    const { id, proposals } = await proposed(camt({ cents: 98_000, purpose: sent.number }))
    expect(proposals[0]).toMatchObject({
      match: 'exact',
      reason: `${sent.number} genannt, Betrag abzüglich Skonto`,
      invoices: [{ amount_cents: 98_000, cash_discount_cents: 2000 }],
    })
    const late = { cents: 98_000, purpose: sent.number, on: '2026-03-13' }
    expect(await matched(late)).toMatchObject({ match: 'partial' })
    const { body } = await confirm(id, [{ transaction_id: proposals[0].transaction_id, invoice_id: sent.id }])
    expect(body.payments).toMatchObject([{ amount_cents: 98_000, cash_discount_cents: 2000 }])
    expect((await at.owner.rest('GET', `/invoices/${sent.id}`)).body).toMatchObject({ status: 'paid', open_cents: 0 })
  })

  // The days of a period's end, of the last transfer's arrival, and of the next.
  test.each([
    ['a weekday', '2026-01-15', '2026-01-16', '2026-01-17'],
    ['a Friday', '2026-01-16', '2026-01-19', '2026-01-20'],
    ['a Saturday', '2026-01-17', '2026-01-20', '2026-01-21'],
    ['a holiday', '2026-01-01', '2026-01-05', '2026-01-06'],
    ['the day before a holiday and a weekend', '2025-12-24', '2025-12-29', '2025-12-30'],
  ])('grants it on what is sent until a period ends, on %s', async (what, until, arrives, late) => {
    const dates = { issue_date: addDays(until, -10), due_date: addDays(until, 4) }
    const terms = { cash_discount_percent: 2, cash_discount_days: 10, ...dates }
    const client = await clientOf(`Frist ${what}`)
    const [inTime, tooLate] = [await invoice(client, 100_000, terms), await invoice(client, 100_000, terms)]
    const paid = { cents: 98_000, purpose: inTime.number, on: arrives }
    const unpaid = { cents: 98_000, purpose: tooLate.number, on: late }
    const { id, proposals } = await proposed(camt(paid, unpaid))
    const share = { amount_cents: 98_000, cash_discount_cents: 2000 }
    expect(proposals).toMatchObject([{ match: 'exact', invoices: [share] }, { match: 'partial' }])
    const wishes = [inTime, tooLate].map((each, index) => ({
      ...{ transaction_id: proposals[index].transaction_id, invoice_id: each.id },
      // What is said is booked by what the document grants, not by what was proposed.
      amount_cents: 98_000,
    }))
    const { body } = await confirm(id, wishes)
    expect(body.payments).toMatchObject([{ ...share, warnings: [] }, { cash_discount_cents: 0 }])
  })

  test('grants it a day longer where the state of the organization has a holiday', async () => {
    const dates = { issue_date: '2025-10-21', due_date: '2025-11-10' }
    const terms = { cash_discount_percent: 2, cash_discount_days: 10, ...dates }
    const sent = await invoice(await clientOf('Reformationstag'), 100_000, terms)
    const arrived = { cents: 98_000, purpose: sent.number, on: '2025-11-04' }
    expect(await matched(arrived)).toMatchObject({ match: 'partial' })
    await at.owner.rest('PUT', '/organization', { holiday_region: 'DE-HH' })
    expect(await matched(arrived)).toMatchObject({ match: 'exact' })
    await at.owner.rest('PUT', '/organization', { holiday_region: null })
  })

  test('grants the cash discount of each invoice that one transfer pays, as it was proposed', async () => {
    const terms = { cash_discount_percent: 2, cash_discount_days: 10 }
    const client = await clientOf('Sammelskonto')
    const [one, two] = [await invoice(client, 30_000, terms), await invoice(client, 50_000, terms)]
    const shares = [
      { invoice_id: one?.id, amount_cents: 29_400, cash_discount_cents: 600 },
      { invoice_id: two?.id, amount_cents: 49_000, cash_discount_cents: 1000 },
    ]
    // By the client alone likewise.
    expect(await matched({ cents: 78_400, name: 'Sammelskonto' })).toMatchObject({
      match: 'exact',
      invoices: shares.toReversed(),
    })
    const { id, proposals } = await proposed(camt({ cents: 78_400, purpose: `${one?.number} ${two?.number}` }))
    expect(proposals[0]).toMatchObject({ match: 'exact', invoices: shares })
    const { transaction_id } = proposals[0]
    const { body } = await confirm(
      id,
      shares.map(({ invoice_id }) => ({ transaction_id, invoice_id })),
    )
    expect(body).toMatchObject({ payments: shares, skipped: [] })
    for (const { invoice_id } of shares)
      expect((await at.owner.rest('GET', `/invoices/${invoice_id}`)).body.status).toBe('paid')
  })

  test('grants it on some of the invoices that one transfer pays, where no other sum is the same', async () => {
    const terms = { cash_discount_percent: 2, cash_discount_days: 10 }
    const client = await clientOf('Teilskonto')
    const sent = [await invoice(client, 35_700, terms), await invoice(client, 61_900, terms)]
    const purpose = sent.map(({ number }) => number).join(' ')
    const shares = [
      { amount_cents: 34_986, cash_discount_cents: 714 },
      { amount_cents: 61_900, cash_discount_cents: 0 },
    ]
    for (const moved of [{ purpose }, { name: 'Teilskonto' }]) {
      const found = await matched({ cents: 96_886, ...moved })
      expect(found).toMatchObject({ match: 'exact' })
      expect(found.invoices).toEqual(expect.arrayContaining(shares.map((share) => expect.objectContaining(share))))
    }
    const { id, proposals } = await proposed(camt({ cents: 96_886, purpose }))
    const [{ transaction_id }] = proposals
    const wishes = sent.map((each) => ({ transaction_id, invoice_id: each.id }))
    expect((await confirm(id, wishes)).body).toMatchObject({ payments: shares, skipped: [] })
    // Of two alike it may be either.
    const alike = [await invoice(client, 20_000, terms), await invoice(client, 20_000, terms)]
    const either = await matched({ cents: 39_600, purpose: alike.map(({ number }) => number).join(' ') })
    expect(either).toMatchObject({ match: 'partial' })
  })

  describe('is what is shown when it is confirmed', () => {
    const terms = { cash_discount_percent: 2, cash_discount_days: 10 }
    const shown = async (id: string) => (await at.auditor.rest('GET', `/payments/import/${id}`)).body.proposals[0]
    test('where a part was paid otherwise meanwhile: the discount stays, and what is beyond is left', async () => {
      const client = await clientOf('Inzwischen')
      const [one, two] = [await invoice(client, 119_000, terms), await invoice(client, 47_600)]
      const { id, proposals } = await proposed(camt({ cents: 164_220, purpose: `${one.number} ${two.number}` }))
      const [{ transaction_id }] = proposals
      expect((await pay(one.id, 1000)).status).toBe(201)
      const share = { invoice_id: one.id, amount_cents: 115_620, cash_discount_cents: 2380, due_cents: 118_000 }
      expect((await shown(id)).invoices).toMatchObject([share, { invoice_id: two.id, amount_cents: 47_600 }])
      const wishes = [one, two].map((each) => ({ transaction_id, invoice_id: each.id }))
      const { body } = await confirm(id, wishes)
      expect(body).toMatchObject({ skipped: [], payments: [{ amount_cents: 115_620, cash_discount_cents: 2380 }, {}] })
      expect(await shown(id)).toMatchObject({
        unbooked_cents: 1000,
        reason: expect.stringMatching(/^Teils verbucht auf/),
      })
      for (const each of [one, two])
        expect((await at.owner.rest('GET', `/invoices/${each.id}`)).body).toMatchObject({ status: 'paid' })
    })

    test('with the discount beside what becomes credit', async () => {
      const client = await clientOf('Beides')
      const [one, two] = [await invoice(client, 119_000, terms), await invoice(client, 238_000, terms)]
      const { id, proposals } = await proposed(camt({ cents: 349_860, purpose: `${one.number} ${two.number}` }))
      const [{ transaction_id }] = proposals
      await pay(two.id, 238_000)
      expect((await shown(id)).invoices).toMatchObject([
        { amount_cents: 116_620, cash_discount_cents: 2380 },
        { amount_cents: 0, due_cents: 0 },
      ])
      const { body } = await confirm(id, [{ transaction_id, invoice_id: one.id, overpayment: 'credit' }])
      expect(body.payments).toMatchObject([{ amount_cents: 349_860, cash_discount_cents: 2380, credit_cents: 233_240 }])
    })

    test('where a payment was taken back meanwhile', async () => {
      const client = await clientOf('Zurück')
      const [one, two] = [await invoice(client, 60_000), await invoice(client, 39_999)]
      const { body: paid } = await pay(one.id, 10_000)
      const { id, proposals } = await proposed(camt({ cents: 89_999, purpose: `${one.number} ${two.number}` }))
      expect(proposals).toMatchObject([{ match: 'exact' }])
      expect((await at.owner.rest('DELETE', `/payments/${paid.id}`)).status).toBe(204)
      const parts = [{ amount_cents: 50_000 }, { amount_cents: 39_999 }]
      expect((await shown(id)).invoices).toMatchObject(parts)
      const [{ transaction_id }] = proposals
      const wishes = [one, two].map((each) => ({ transaction_id, invoice_id: each.id }))
      expect((await confirm(id, wishes)).body.payments).toMatchObject(parts)
    })

    test('by two transactions of one file, where what the first takes is not open for the second', async () => {
      const client = await clientOf('Nacheinander')
      const one = await invoice(client, 119_000, terms)
      const { id, proposals } = await proposed(
        camt({ cents: 1000, purpose: one.number }, { cents: 116_620, purpose: one.number }),
      )
      const wishes = proposals.map(({ transaction_id }: { transaction_id: string }) => ({
        transaction_id,
        invoice_id: one.id,
      }))
      expect((await confirm(id, wishes)).body.payments).toMatchObject([
        { amount_cents: 1000 },
        { amount_cents: 115_620, cash_discount_cents: 2380 },
      ])
    })
  })

  test('grants what is left of the discount after a part, and a cent more or less', async () => {
    const terms = { cash_discount_percent: 2, cash_discount_days: 10 }
    const client = await clientOf('Rundung')
    const parts = await invoice(client, 119_000, terms)
    await pay(parts.id, 50_000)
    const rest = { amount_cents: 66_620, cash_discount_cents: 2380 }
    expect(await matched({ cents: 66_620, purpose: parts.number })).toMatchObject({ match: 'exact', invoices: [rest] })
    const odd = await invoice(client, 5975, terms)
    for (const cents of [5854, 5855, 5856]) {
      const found = await matched({ cents, purpose: odd.number })
      expect(found).toMatchObject({
        match: 'exact',
        invoices: [{ amount_cents: cents, cash_discount_cents: 5975 - cents }],
      })
    }
    for (const cents of [5853, 5857])
      expect(await matched({ cents, purpose: odd.number })).toMatchObject({ match: 'partial' })
    const even = await invoice(client, 10_050, terms)
    const purpose = `${odd.number} ${even.number}`
    const both = await matched({ cents: 5856 + 9849, purpose })
    expect(both).toMatchObject({ match: 'exact', invoices: [{}, {}] })
    const given = both.invoices.reduce(
      (sum: number, each: { cash_discount_cents: number }) => sum + each.cash_discount_cents,
      0,
    )
    expect(given).toBe(5975 + 10_050 - 5856 - 9849)
    const { id, proposals } = await proposed(camt({ cents: 5856, purpose: odd.number, on: '2026-03-09' }))
    const { body } = await confirm(id, [{ transaction_id: proposals[0].transaction_id, invoice_id: odd.id }])
    expect(body.payments).toMatchObject([{ amount_cents: 5856, cash_discount_cents: 119, warnings: [] }])
  })

  test('in part leaves its rest to nothing that comes later', async () => {
    const client = await clientOf('Später')
    const one = await invoice(client, 95_200)
    const moved = { cents: 100_000, name: 'Später' }
    const { id, proposals } = await proposed(camt(moved))
    await confirm(id, [{ transaction_id: proposals[0].transaction_id, invoice_id: one.id }])
    await invoice(client, 71_400)
    const [again] = (await proposed(mt940(moved))).proposals
    expect(again).toMatchObject({ unbooked_cents: 4800, invoices: [{ invoice_id: one.id, amount_cents: 0 }] })
  })

  test('for a paid invoice becomes credit, or its charges', async () => {
    const client = await clientOf('Doppelt')
    const one = await invoice(client, 119_000)
    await pay(one.id, 119_000)
    const { id, proposals } = await proposed(camt({ cents: 119_000, purpose: one.number }))
    const share = { invoice_id: one.id, amount_cents: 0, due_cents: 0 }
    expect(proposals[0]).toMatchObject({ match: 'none', invoice_id: null, invoices: [share] })
    const wish = { transaction_id: proposals[0].transaction_id, invoice_id: one.id }
    expect((await confirm(id, [wish])).body.skipped).toMatchObject([{ reason: 'Hier ist nichts mehr offen.' }])
    const { body } = await confirm(id, [{ ...wish, overpayment: 'credit' }])
    expect(body.payments).toMatchObject([{ amount_cents: 119_000, credit_cents: 119_000 }])
  })

  test('with what becomes credit is the last, wherever it stands', async () => {
    const client = await clientOf('Zuletzt')
    const [one, two] = [await invoice(client, 11_900), await invoice(client, 23_800)]
    const { id, proposals } = await proposed(camt({ cents: 40_000, purpose: `${one.number} ${two.number}` }))
    const [{ transaction_id }] = proposals
    const { body } = await confirm(id, [
      { transaction_id, invoice_id: one.id, overpayment: 'credit' },
      { transaction_id, invoice_id: two.id },
    ])
    expect(body).toMatchObject({
      skipped: [],
      payments: [{ amount_cents: 23_800 }, { amount_cents: 16_200, credit_cents: 4300 }],
    })
  })

  test('is as much as was proposed, whichever of several is confirmed', async () => {
    const client = await clientOf('Zuwenig')
    const [one, two] = [await invoice(client, 11_100), await invoice(client, 22_200)]
    const { id, proposals } = await proposed(camt({ cents: 15_100, purpose: `${one?.number} ${two?.number}` }))
    const [{ transaction_id, invoices }] = proposals
    const part = { invoice_id: two?.id, amount_cents: 4000 }
    expect(invoices).toMatchObject([{ invoice_id: one?.id, amount_cents: 11_100 }, part])
    const { body } = await confirm(id, [{ transaction_id, invoice_id: two?.id }])
    expect(body.payments).toMatchObject([part])
    const [now] = (await at.auditor.rest('GET', `/payments/import/${id}`)).body.proposals
    expect(now.booked_invoices).toMatchObject([{ ...part, number: two?.number, open_cents: 18_200, credit_cents: 0 }])
    // Of those that it may pay it says what is due now, beside what was open.
    expect(now.invoices).toMatchObject([
      { open_cents: 11_100, due_cents: 11_100 },
      { open_cents: 22_200, due_cents: 18_200 },
    ])
    // They stand as they were proposed, whichever was booked first.
    await confirm(id, [{ transaction_id, invoice_id: one?.id }])
    const [both] = (await at.auditor.rest('GET', `/payments/import/${id}`)).body.proposals
    expect(both.booked_invoices).toMatchObject([{ number: one?.number }, { number: two?.number }])
  })

  test('grants it on what a credit note has left', async () => {
    const terms = { cash_discount_percent: 2, cash_discount_days: 10 }
    const sent = await invoice(await clientOf('Restskonto'), 100_000, terms)
    const line = { description: 'Nachlass', quantity: 1, unit_price_cents: 10_000, tax_rate: 0, tax_category: 'Z' }
    await at.owner.rest('POST', `/invoices/${sent.id}/credit-note`, { line_items: [line] })
    const { id, proposals } = await proposed(camt({ cents: 88_200, purpose: sent.number }))
    const share = { amount_cents: 88_200, cash_discount_cents: 1800 }
    expect(proposals[0]).toMatchObject({ match: 'exact', invoices: [share] })
    const { body } = await confirm(id, [{ transaction_id: proposals[0].transaction_id, invoice_id: sent.id }])
    expect(body.payments).toMatchObject([{ ...share, warnings: [] }])
  })

  test('may be meant by its amount less the cash discount alone', async () => {
    const terms = { cash_discount_percent: 2, cash_discount_days: 10 }
    const sent = await invoice(await clientOf('Ungenannt'), 76_300, terms)
    const share = { invoice_id: sent.id, amount_cents: 74_774, cash_discount_cents: 1526 }
    expect(await matched({ cents: 74_774, name: 'Schmidt' })).toMatchObject({ match: 'ambiguous', invoices: [share] })
    expect(await matched({ cents: 74_774, name: 'Schmidt', on: '2026-03-13' })).toMatchObject({ match: 'none' })
  })

  test('keeps what is beyond as credit of the client where that is meant', async () => {
    const client = await clientOf('Zuviel')
    const sent = await invoice(client, 43_210)
    const { id, proposals } = await proposed(camt({ cents: 45_210, purpose: sent.number }))
    expect(proposals[0]).toMatchObject({ match: 'partial', invoices: [{ amount_cents: 43_210 }] })
    const wish = { transaction_id: proposals[0].transaction_id, invoice_id: sent.id }
    const refused = await confirm(id, [{ ...wish, amount_cents: 45_210 }])
    expect(refused.body.skipped).toMatchObject([{ reason: 'Der Betrag ist mehr, als offen ist.' }])
    expect((await confirm(id, [{ ...wish, overpayment: 'credit' }])).body).toMatchObject({
      payments: [{ amount_cents: 45_210, credit_cents: 2000 }],
      skipped: [],
    })
    const creditOf = async () => (await at.owner.rest('GET', `/clients/${client}`)).body.credit_cents
    expect([(await at.owner.rest('GET', `/invoices/${sent.id}`)).body.status, await creditOf()]).toEqual(['paid', 2000])
    const [after] = (await at.auditor.rest('GET', `/payments/import/${id}`)).body.proposals
    expect(after).toMatchObject({ booked: true, unbooked_cents: 0 })

    // What was left of a transfer once its invoice was paid becomes credit later, too.
    const next = await invoice(client, 5000)
    const more = await proposed(camt({ cents: 5300, purpose: next.number }))
    const rest = { transaction_id: more.proposals[0].transaction_id, invoice_id: next.id }
    expect((await confirm(more.id, [rest])).body.payments).toMatchObject([{ amount_cents: 5000, credit_cents: 0 }])
    expect((await confirm(more.id, [{ ...rest, overpayment: 'credit' }])).body).toMatchObject({
      payments: [{ amount_cents: 300, credit_cents: 300 }],
      skipped: [],
    })
    expect(await creditOf()).toBe(2300)
    const bookedFrom = async (importId: string) =>
      (await at.auditor.rest('GET', `/payments/import/${importId}`)).body.proposals[0].booked_invoices
    const { number } = next
    const booked = {
      ...{ invoice_id: next.id, number, client_name: 'Zuviel' },
      open_cents: 0,
      cash_discount_cents: 0,
      charges_cents: 0,
    }
    expect(await bookedFrom(more.id)).toEqual([{ ...booked, amount_cents: 5300, credit_cents: 300 }])
    // Money that goes out makes no credit.
    const note = (await at.owner.rest('POST', `/invoices/${next.id}/credit-note`)).body
    const back = await proposed(camt({ cents: -6000, purpose: note.number }))
    const paidBack = { transaction_id: back.proposals[0].transaction_id, invoice_id: note.id, overpayment: 'credit' }
    expect((await confirm(back.id, [paidBack])).body).toMatchObject({ payments: [], skipped: [{}] })
  })

  test('is not booked where something stands against it, and the others are', async () => {
    const client = await clientOf('Vier')
    const open = await invoice(client, 1000)
    const draft = (
      await at.owner.rest('POST', '/invoices', {
        client_id: client,
        issue_date: '2026-03-01',
        due_date: '2026-03-15',
        line_items: [{ description: 'X', quantity: 1, unit_price_cents: 1000, tax_rate: 0, tax_category: 'Z' }],
      })
    ).body
    const { id, proposals } = await proposed(
      camt({ cents: 600 }, { cents: -700 }, { cents: 800, on: '2026-03-25' }, { cents: 900 }),
    )
    const ids = proposals.map(({ transaction_id }: { transaction_id: string }) => transaction_id)
    const { body } = await confirm(id, [
      { transaction_id: ids[0], invoice_id: draft.id },
      { transaction_id: ids[1], invoice_id: open.id },
      { transaction_id: ids[2], invoice_id: open.id },
      { transaction_id: ids[0], invoice_id: open.id },
      { transaction_id: ids[3], invoice_id: open.id, amount_cents: 500 },
    ])
    expect(body.payments).toMatchObject([{ amount_cents: 600 }])
    expect(body.skipped.map(({ reason }: { reason: string }) => reason)).toEqual([
      'Ein Entwurf kann nicht bezahlt werden.',
      'Ein Ausgang bezahlt keine Rechnung, sondern höchstens eine Rechnungskorrektur.',
      'Der Buchungstag liegt in der Zukunft.',
      'Der Betrag ist mehr, als offen ist.',
    ])
    const { body: payments } = await at.owner.rest('GET', `/invoices/${open.id}/payments`)
    expect(payments.total).toBe(1)
  })

  test('is booked once where two confirm, read and book at once', async () => {
    const client = await clientOf('Rennen')
    const sent = [await invoice(client, 3000), await invoice(client, 3000)]
    const text = camt({ cents: 3000, purpose: `Rennen ${sent[0]?.number}`, endToEndId: 'RACE' })
    const imports = await Promise.all(Array.from({ length: 4 }, () => proposed(text)))
    const ids = new Set(imports.map(({ proposals }) => proposals[0].transaction_id))
    expect(ids.size).toBe(1)
    const [transaction_id] = ids
    const answers = await Promise.all(
      imports.map(({ id }, index) => confirm(id, [{ transaction_id, invoice_id: sent[index % 2]?.id }])),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers.flatMap(({ body }) => body.payments)).toHaveLength(1)
    expect(answers.flatMap(({ body }) => body.skipped)).toHaveLength(3)
  })
})

describe('dunning charges in the amount', () => {
  test('are told apart, and booked as such', async () => {
    const client = await clientOf('Säumig GmbH')
    const { id, number } = await invoice(client, 50_000, { issue_date: '2026-01-01', due_date: '2026-01-15' })
    for (const level of [0, 1]) {
      const { status, body } = await at.owner.rest('POST', `/invoices/${id}/reminders`, { channel: 'none' })
      expect([status, body.level], JSON.stringify(body)).toEqual([201, level])
    }
    const { reminders } = (await at.owner.rest('GET', `/reminders?invoice_id=${id}`)).body
    const charges_cents = Math.max(...reminders.map((each: { charges_cents: number }) => each.charges_cents))
    expect(charges_cents).toBeGreaterThan(4000)
    const cents = 50_000 + charges_cents
    expect(await matched({ cents, purpose: 'letzte Mahnung', name: 'Säumig GmbH' })).toMatchObject({
      match: 'exact',
      reason: 'Name eines Kunden, Betrag mit Mahnkosten',
    })
    const { id: imported, proposals } = await proposed(camt({ cents, purpose: `${number} mit Mahnkosten` }))
    expect(proposals[0]).toMatchObject({
      match: 'exact',
      confidence: 0.98,
      reason: `${number} genannt, Betrag mit Mahnkosten`,
      invoices: [{ invoice_id: id, open_cents: 50_000, amount_cents: cents, charges_cents, cash_discount_cents: 0 }],
    })
    const { body } = await confirm(imported, [{ transaction_id: proposals[0].transaction_id, invoice_id: id }])
    expect(body).toMatchObject({ skipped: [], payments: [{ amount_cents: cents, charges_cents, warnings: [] }] })
    expect((await at.owner.rest('GET', `/invoices/${id}`)).body).toMatchObject({ status: 'paid', open_cents: 0 })
    const [after] = (await at.owner.rest('GET', `/payments/import/${imported}`)).body.proposals
    expect(after.booked_invoices).toMatchObject([{ amount_cents: cents, charges_cents }])
  })

  test('come alone once the invoice is paid', async () => {
    const { id, number } = await invoice(await clientOf('Nachzügler'), 50_000, {
      issue_date: '2026-01-01',
      due_date: '2026-01-15',
    })
    for (const _ of [0, 1]) await at.owner.rest('POST', `/invoices/${id}/reminders`, { channel: 'none' })
    const { reminders } = (await at.owner.rest('GET', `/reminders?invoice_id=${id}`)).body
    const charges_cents = Math.max(...reminders.map((each: { charges_cents: number }) => each.charges_cents))
    await pay(id, 50_000)
    const { id: imported, proposals } = await proposed(camt({ cents: charges_cents, purpose: number }))
    const share = { invoice_id: id, amount_cents: charges_cents, charges_cents }
    expect(proposals[0]).toMatchObject({
      match: 'exact',
      reason: `${number} genannt, Betrag der Mahnkosten`,
      invoices: [share],
    })
    const { body } = await confirm(imported, [{ transaction_id: proposals[0].transaction_id, invoice_id: id }])
    expect(body).toMatchObject({ skipped: [], payments: [share] })
  })

  test('are what is said to be', async () => {
    const { id } = await invoice(await clientOf('Genau'), 10_000)
    const { id: imported, proposals } = await proposed(camt({ cents: 10_700, purpose: 'Genau' }))
    const wish = { transaction_id: proposals[0].transaction_id, invoice_id: id, amount_cents: 10_700 }
    const { body: without } = await confirm(imported, [wish])
    expect(without).toMatchObject({ payments: [], skipped: [{ reason: 'Der Betrag ist mehr, als offen ist.' }] })
    const { body } = await confirm(imported, [{ ...wish, charges_cents: 700 }])
    expect(body.payments).toMatchObject([{ amount_cents: 10_700, charges_cents: 700 }])
  })
})

describe('the same transaction', () => {
  const idsOf = async (text: string): Promise<string[]> =>
    (await proposed(text)).proposals.map(({ transaction_id }: { transaction_id: string }) => transaction_id)

  test('is known in whatever file it comes, and two alike of one statement are two', async () => {
    const twice = { cents: 4711, name: 'Abo Kunde', purpose: 'Monatsbeitrag', iban, on: '2026-03-09' }
    const other = { cents: 4711, name: 'Anders', purpose: 'Ganz was anderes', on: '2026-03-09' }
    const first = await idsOf(camt(twice, twice, other))
    expect(new Set(first).size).toBe(3)
    expect((await idsOf(mt940(twice, twice))).toSorted()).toEqual(first.slice(0, 2).toSorted())
    expect(await idsOf(mt940(other))).toEqual(first.slice(2))
    const [third, one] = await idsOf(camt(other, twice))
    expect([third, first.slice(0, 2).includes(one ?? '')]).toEqual([first[2], true])
    expect(new Set([...first, ...(await idsOf(camt(twice, twice, twice)))]).size).toBe(4)
  })

  test('is another on another day, for another reference, and in the page that goes on', async () => {
    const moved = { cents: 815, purpose: 'Miete März', on: '2026-03-08' }
    const [id] = await idsOf(camt(moved))
    expect(await idsOf(camt({ ...moved, on: '2026-03-07' }))).not.toContain(id)
    expect(await idsOf(camt({ ...moved, purpose: 'Lieferung Nr. 17' }))).not.toContain(id)
    const page = (number: number) =>
      `:20:X\n:25:12030000/202051\n:28C:1/${number}\n:60${number === 1 ? 'F' : 'M'}:C260307EUR${number},\n` +
      `:61:2603060306C1,NTRFNONREF\n:86:166?20Gleich\n:62M:C260308EUR${number + 1},\n-\n`
    expect(new Set(await idsOf(page(1) + page(2))).size).toBe(2)
    expect(new Set(await idsOf(page(1) + page(1))).size).toBe(1)
  })

  test('is known by a file that names the account by its number alone', async () => {
    const moved = { cents: 816, purpose: 'Miete Februar' }
    const ids = await idsOf(camt(moved))
    for (const account of ['0000202051', '202051', 'BYLADEM1001/202051'])
      expect(await idsOf(mt940(moved).replace('12030000/202051', account)), account).toEqual(ids)
    expect(await idsOf(mt940(moved).replace('12030000/202051', '10050000/202051'))).not.toEqual(ids)
  })

  test('whose balances do not agree is read if that is accepted, with warnings on each proposal', async () => {
    const one = { cents: 4714, name: 'Unausgeglichen', purpose: 'Rechnung' }
    const text = camtOf(entry(`<NtryDtls>${details(one)}</NtryDtls>`, one.cents), one.cents - 14)
    const refused = await read(text)
    expect([refused.status, refused.body.field]).toEqual([422, 'file'])
    expect(refused.body.message).toContain('(10,00 + 47,14 = 57,14 EUR statt 57,00 EUR)')
    expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual(['file', 'accept_unbalanced'])
    const { body: file } = await upload(at, 'owner', { file: [text, 'umsaetze.xml'] })
    const send = (accept: unknown) =>
      at.owner.rest('POST', '/payments/import', { file_id: file.id, accept_unbalanced: accept })
    expect((await send(false)).status).toBe(422)
    expect((await send('maybe')).body).toMatchObject({ error: 'validation_failed', field: 'accept_unbalanced' })
    const { status, body } = await send(true)
    const warnings = [{ field: 'statements.0', message: expect.stringContaining('statt 57,00 EUR') }]
    expect([status, body.warnings, body.proposals[0].warnings]).toEqual([201, warnings, warnings])
    const again = await at.owner.rest('GET', `/payments/import/${body.id}`, undefined, { 'accept-language': 'en' })
    expect(again.body.warnings[0].message).toContain('instead of 57.00 EUR')
    expect((await read(camt({ cents: 4715 }))).body).toMatchObject({ warnings: [], proposals: [{ warnings: [] }] })
  })
  test('is another one if its UETR differs, and the same one if that agrees', async () => {
    const told = (uetr: string) => {
      const one = { cents: 4713, name: 'Zwilling', purpose: 'Monatsbeitrag' }
      const marked = details(one).replace('<Refs>', `<Refs><UETR>${uetr}</UETR>`)
      return camtOf(entry(`<NtryDtls>${marked}</NtryDtls>`, one.cents), one.cents)
    }
    const [first] = await idsOf(told('eb6305c9-1f7f-49de-aed0-16487c27b42d'))
    expect(await idsOf(told('eb6305c9-1f7f-49de-aed0-16487c27b42e'))).not.toEqual([first])
    expect(await idsOf(told('eb6305c9-1f7f-49de-aed0-16487c27b42d'))).toEqual([first])
  })
  test('is known again on another day than that of its notification by its UETR', async () => {
    const one = { cents: 4714, name: 'Zwilling', purpose: 'Monatsbeitrag' }
    const marked = details(one).replace('<Refs>', '<Refs><UETR>eb6305c9-1f7f-49de-aed0-16487c27b430</UETR>')
    const booked = camtOf(entry(`<NtryDtls>${marked}</NtryDtls>`, one.cents), one.cents)
    const notified = booked
      .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
      .replaceAll('Stmt>', 'Ntfctn>')
      .replace(/<Bal>.*<\/Bal>/s, '')
      .replace(/<(BookgDt|ValDt)>.*?<\/\1>/gs, '')
      .replace('<Ntfctn>', '<Ntfctn><CreDtTm>2026-03-12T08:00:00</CreDtTm>')
    const first = await proposed(notified)
    expect(first.proposals).toMatchObject([{ booked_on: '2026-03-12' }])
    expect(await idsOf(booked)).toEqual([first.proposals[0].transaction_id])
  })
  test('is another of another organization', async () => {
    const stranger = await openHouse(at.app)
    const text = camt({ cents: 4711, name: 'Abo Kunde', purpose: 'Monatsbeitrag', iban, on: '2026-03-09' })
    const theirs = await read(text, 'owner', stranger)
    expect(theirs.body.proposals[0]).toMatchObject({ match: 'none' })
    expect(await idsOf(text)).not.toContain(theirs.body.proposals[0].transaction_id)
    const wish = { transaction_id: theirs.body.proposals[0].transaction_id, invoice_id: theirs.body.id }
    expect((await confirm(theirs.body.id, [wish])).status).toBe(404)
    const own = await proposed(text)
    const refused = await confirm(own.id, [wish])
    expect([refused.status, refused.body.field]).toEqual([422, 'payments.0.transaction_id'])
    const unknown = await confirm(own.id, [{ ...wish, transaction_id: own.proposals[0].transaction_id }])
    expect([unknown.status, unknown.body.field]).toEqual([422, 'payments.0.invoice_id'])
  })
})

describe('an import', () => {
  test('takes a file that was uploaded before, and the address that a browser posts to', async () => {
    const { body: file } = await upload(at, 'owner', { file: [camt({ cents: 1 }), 'a.xml'] })
    const { status, body } = await at.accountant.rest('POST', '/payments/import', { file_id: file.id })
    expect([status, body.format, body.proposals.length]).toEqual([201, 'camt.053', 1])
    const { data } = await at.accountant.graphql('{ paymentImportUrl { url } }')
    const form = new FormData()
    form.append('file', new Blob([camt({ cents: 1 })]), 'a.xml')
    const sent = new Response(form)
    const posted = await at.app.server.inject({
      method: 'POST',
      url: new URL(data.paymentImportUrl.url).pathname + new URL(data.paymentImportUrl.url).search,
      headers: { 'content-type': sent.headers.get('content-type') ?? '' },
      payload: Buffer.from(await sent.arrayBuffer()),
    })
    expect(posted.statusCode).toBe(201)
  })

  test('is made once for a key', async () => {
    const headers = { 'idempotency-key': 'import-1' }
    const text = camt({ cents: 3 })
    const [one, two] = [await read(text, 'owner', at, headers), await read(text, 'owner', at, headers)]
    expect(two.body).toEqual(one.body)
    expect(two.headers['idempotent-replayed']).toBe('true')
    expect((await read(camt({ cents: 4 }), 'owner', at, headers)).body.error).toBe('idempotency_key_reused')
  })

  test.each(['owner', 'admin', 'accountant'] as const)('is made by the %s', async (role) => {
    expect((await read(camt({ cents: 2 }), role)).status).toBe(201)
  })
  test.each(['auditor', 'member', 'viewer'] as const)('is refused to the %s', async (role) => {
    expect((await read(camt({ cents: 2 }), role)).status).toBe(403)
    expect((await confirm(at.organizationId, [], role)).status).toBe(403)
  })
  test('is refused without a token', async () => {
    expect((await read(camt({ cents: 2 }), 'nobody')).status).toBe(401)
  })

  test('is refused with the line and the reason, in both languages', async () => {
    const { status, body } = await read(
      camt({ cents: 100 }).replace(
        '>1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>',
        '>1.10</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>',
      ),
    )
    expect([status, body.error, body.field]).toEqual([422, 'validation_failed', 'file'])
    expect(body.message).toMatch(/^file wird nicht gelesen: Zeile 3: Konto DE\d+: Anfangssaldo und Umsätze/)
    const english = await read('x', 'owner', at, { 'accept-language': 'en' })
    expect(english.body.message).toBe('file is not read: neither camt nor MT940.')
  })

  const nowhere = '00000000-0000-4000-8000-000000000000'
  scenario(at, 'refuses a file that is not there', {
    post: '/payments/import',
    send: { file_id: nowhere },
    status: 422,
    body: { field: 'file_id' },
  })
  scenario(at, 'refuses a body without a file', {
    post: '/payments/import',
    send: {},
    status: 400,
    body: { field: 'file_id' },
  })
  scenario(at, 'refuses no body at all', { post: '/payments/import', status: 415 })
  scenario(at, 'is not found by another id', { get: `/payments/import/${nowhere}`, status: 404 })
  test('refuses more than it reads', async () => {
    const { status, body } = await read(`<a>${' '.repeat(20 * 1024 * 1024)}</a>`)
    expect([status, body.error]).toEqual([413, 'payload_too_large'])
  })
})
