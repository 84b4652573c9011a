import { beforeAll, describe, expect, test } from 'vitest'
import { openBankImport, type Sent } from './bank-import-house.ts'
import { camt, camtOf, details, entry } from './samples.ts'

const { at, read, proposed, confirm, clientOf, invoice, matched } = openBankImport()

describe('matching a transaction', () => {
  let weber = ''
  let first: Sent
  let second: Sent
  beforeAll(async () => {
    weber = await clientOf('Weber Möbel GmbH & Co. KG')
    first = await invoice(weber, 10_010)
    second = await invoice(weber, 20_020)
  })

  test('finds the number in any notation, with the amount', async () => {
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

  test('ignores longer numbers, and matches another amount in part', async () => {
    expect(await matched({ cents: 10_011, purpose: `${first.number}1` })).toMatchObject({ match: 'none' })
    const less = await matched({ cents: 10_000, purpose: first.number })
    expect(less).toMatchObject({ match: 'partial', invoice_id: first.id, invoices: [{ amount_cents: 10_000 }] })
    expect(less.reason).toContain('weniger als offen')
    const more = await matched({ cents: 10_020, purpose: first.number })
    expect(more).toMatchObject({ match: 'partial', invoices: [{ amount_cents: 10_010 }] })
  })

  test('matches several named invoices, or all of a client', async () => {
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

  test('matches by name and amount, offers choices by amount alone, and nothing otherwise', async () => {
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

  test('is ambiguous for similar invoices of one client', async () => {
    const twin = await clientOf('Zwilling')
    const alike = [await invoice(twin, 7777), await invoice(twin, 7777)]
    const { match, invoices } = await matched({ cents: 7777, name: 'Zwilling' })
    expect(match).toBe('ambiguous')
    expect(invoices.map(({ invoice_id }: { invoice_id: string }) => invoice_id).sort()).toEqual(
      alike.map(({ id }) => id).sort(),
    )
  })

  test('ignores foreign currencies and returns', async () => {
    const foreign = camt({ cents: 10_010, purpose: first.number }).replaceAll('EUR', 'CHF')
    expect((await proposed(foreign)).proposals[0]).toMatchObject({ match: 'none', currency: 'CHF' })
    const body = `<RvslInd>true</RvslInd><NtryDtls>${details({ cents: -10_010, purpose: first.number })}</NtryDtls>`
    const [back] = (await proposed(camtOf(entry(body, -10_010), -10_010))).proposals
    expect(back).toMatchObject({ match: 'none', reason: expect.stringContaining(`Storno zu ${first.number}`) })
  })

  test('matches credit notes with outgoing money', async () => {
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

  test('matches no other invoice if a paid one is named', async () => {
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
