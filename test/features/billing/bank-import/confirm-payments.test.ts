import { describe, expect, test } from 'vitest'
import { addDays } from '#core/time/clock'
import { iban, openBankImport } from './bank-import-house.ts'
import { camt, mt940 } from './samples.ts'

const { at, proposed, confirm, clientOf, invoice, pay, matched } = openBankImport()

describe('a confirmed payment', () => {
  test('is booked like any other, once per transaction', async () => {
    const sent = await invoice(await clientOf('Huber'), 11_900)
    // Another invoice of the same client and amount, open when the file is imported again.
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

    // The payer is known by the account.
    const next = await invoice((await at.owner.rest('GET', `/invoices/${sent.id}`)).body.client_id, 555)
    expect(await matched({ cents: 555, iban, name: 'Frau Huber-Meier' })).toMatchObject({
      match: 'exact',
      confidence: 0.9,
      invoice_id: next.id,
    })

    await at.owner.rest('DELETE', `/payments/${body.payments[0].id}`)
    expect((await confirm(id, [wish])).body).toMatchObject({ payments: [{ amount_cents: 11_900 }] })
  })

  test('of one candidate removes the other candidates', async () => {
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

  test('takes part of a transaction, which may pay several invoices', async () => {
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

  test('grants the cash discount of the terms only', async () => {
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

  // End of the discount period, last arrival of a transfer, and the day after.
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
      // Requested amounts are limited by the document, not by the proposal.
      amount_cents: 98_000,
    }))
    const { body } = await confirm(id, wishes)
    expect(body.payments).toMatchObject([{ ...share, warnings: [] }, { cash_discount_cents: 0 }])
  })

  test("extends the discount period by a public holiday of the organization's state", async () => {
    const dates = { issue_date: '2025-10-21', due_date: '2025-11-10' }
    const terms = { cash_discount_percent: 2, cash_discount_days: 10, ...dates }
    const sent = await invoice(await clientOf('Reformationstag'), 100_000, terms)
    const arrived = { cents: 98_000, purpose: sent.number, on: '2025-11-04' }
    expect(await matched(arrived)).toMatchObject({ match: 'partial' })
    await at.owner.rest('PUT', '/organization', { holiday_region: 'DE-HH' })
    expect(await matched(arrived)).toMatchObject({ match: 'exact' })
    await at.owner.rest('PUT', '/organization', { holiday_region: null })
  })

  test('grants the proposed cash discount for each invoice of one transfer', async () => {
    const terms = { cash_discount_percent: 2, cash_discount_days: 10 }
    const client = await clientOf('Sammelskonto')
    const [one, two] = [await invoice(client, 30_000, terms), await invoice(client, 50_000, terms)]
    const shares = [
      { invoice_id: one?.id, amount_cents: 29_400, cash_discount_cents: 600 },
      { invoice_id: two?.id, amount_cents: 49_000, cash_discount_cents: 1000 },
    ]
    // The same by client alone.
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

  test('grants it for some invoices of a transfer if no other sum fits', async () => {
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
    // Two equal invoices are ambiguous.
    const alike = [await invoice(client, 20_000, terms), await invoice(client, 20_000, terms)]
    const either = await matched({ cents: 39_600, purpose: alike.map(({ number }) => number).join(' ') })
    expect(either).toMatchObject({ match: 'partial' })
  })

  describe('confirms what is shown', () => {
    const terms = { cash_discount_percent: 2, cash_discount_days: 10 }
    const shown = async (id: string) => (await at.auditor.rest('GET', `/payments/import/${id}`)).body.proposals[0]
    test('after a partial payment: keeps the discount and leaves the rest', async () => {
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

    test('with the discount in addition to credit', async () => {
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

    test('after a payment was reversed', async () => {
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

    test('for two transactions of one file, where the first uses up the open amount', async () => {
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

  test('grants the rest of the discount after a partial payment, give or take a cent', async () => {
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

  test('leaves nothing of a partial payment to later ones', async () => {
    const client = await clientOf('Später')
    const one = await invoice(client, 95_200)
    const moved = { cents: 100_000, name: 'Später' }
    const { id, proposals } = await proposed(camt(moved))
    await confirm(id, [{ transaction_id: proposals[0].transaction_id, invoice_id: one.id }])
    await invoice(client, 71_400)
    const [again] = (await proposed(mt940(moved))).proposals
    expect(again).toMatchObject({ unbooked_cents: 4800, invoices: [{ invoice_id: one.id, amount_cents: 0 }] })
  })

  test('becomes credit, or pays charges, for a paid invoice', async () => {
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

  test('books credit last, wherever it is in the request', async () => {
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

  test('books the proposed amounts, whichever is confirmed first', async () => {
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
    // Shows the current amount due beside the open one.
    expect(now.invoices).toMatchObject([
      { open_cents: 11_100, due_cents: 11_100 },
      { open_cents: 22_200, due_cents: 18_200 },
    ])
    // In the proposed order, whichever was booked first.
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

  test('matches by the amount less cash discount alone', async () => {
    const terms = { cash_discount_percent: 2, cash_discount_days: 10 }
    const sent = await invoice(await clientOf('Ungenannt'), 76_300, terms)
    const share = { invoice_id: sent.id, amount_cents: 74_774, cash_discount_cents: 1526 }
    expect(await matched({ cents: 74_774, name: 'Schmidt' })).toMatchObject({ match: 'ambiguous', invoices: [share] })
    expect(await matched({ cents: 74_774, name: 'Schmidt', on: '2026-03-13' })).toMatchObject({ match: 'none' })
  })

  test('keeps the excess as client credit on request', async () => {
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

    // The rest of a transfer can become credit later.
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
    // Outgoing money creates no credit.
    const note = (await at.owner.rest('POST', `/invoices/${next.id}/credit-note`)).body
    const back = await proposed(camt({ cents: -6000, purpose: note.number }))
    const paidBack = { transaction_id: back.proposals[0].transaction_id, invoice_id: note.id, overpayment: 'credit' }
    expect((await confirm(back.id, [paidBack])).body).toMatchObject({ payments: [], skipped: [{}] })
  })

  test('is skipped if it cannot be booked, and the others are booked', async () => {
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

  test('is booked once by concurrent requests', async () => {
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
