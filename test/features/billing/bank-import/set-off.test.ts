import { describe, expect, test } from 'vitest'
import { openBankImport, type Sent } from './bank-import-house.ts'
import { camt } from './samples.ts'

const { at, proposed, confirm, clientOf, invoice, pay, matched } = openBankImport()

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

  test('offers a credit note that is not named if the amount fits, and skips it on request', async () => {
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

  test('does not offer a declined credit note again for the rest', async () => {
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

  test('pays several invoices, and a refund may be reduced by an invoice', async () => {
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

  test('does not match other clients or amounts', async () => {
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

  test('is booked and returned once if confirmed twice in a request', async () => {
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

  test('does not match a credit note issued after the transfer', async () => {
    const client = await clientOf('Verrechner Sechs')
    const note = await creditOf(client, 4_007)
    const sent = await invoice(client, 60_029)
    for (const purpose of [sent.number, `${sent.number} abzgl. ${note.number}`]) {
      const early = await matched({ on: '2026-03-19', cents: 56_022, purpose })
      expect(early).toMatchObject({ match: 'partial', invoices: [{ invoice_id: sent.id, set_off: [] }] })
    }
  })
})

describe('dunning charges in the amount', () => {
  test('are recognized and booked as such', async () => {
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

  test('are booked alone once the invoice is paid', async () => {
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

  test('follow the request', async () => {
    const { id } = await invoice(await clientOf('Genau'), 10_000)
    const { id: imported, proposals } = await proposed(camt({ cents: 10_700, purpose: 'Genau' }))
    const wish = { transaction_id: proposals[0].transaction_id, invoice_id: id, amount_cents: 10_700 }
    const { body: without } = await confirm(imported, [wish])
    expect(without).toMatchObject({ payments: [], skipped: [{ reason: 'Der Betrag ist mehr, als offen ist.' }] })
    const { body } = await confirm(imported, [{ ...wish, charges_cents: 700 }])
    expect(body.payments).toMatchObject([{ amount_cents: 10_700, charges_cents: 700 }])
  })
})
