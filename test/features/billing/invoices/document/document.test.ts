import { describe, expect, test } from 'vitest'
import {
  computeCashDiscount,
  type DocumentBuyer,
  type DocumentSeller,
  findMissingFields,
  findSupplyPeriod,
  groupUntaxedLines,
  splitDescription,
} from '#features/billing/invoices/document/invoice.document'
import { buyer, documentWith, samples, seller } from './fixtures.ts'

const work = { description: 'Beratung', quantity: 1, unitPriceCents: 10000, taxRate: 19 }
const untaxed = { ...work, taxRate: 0 }
const abroad = { ...buyer, country: 'AT', vatId: 'ATU12345678' }
const swiss = { ...buyer, country: 'CH' }
const withSeller = (changes: Partial<DocumentSeller>) => documentWith([work], { seller: { ...seller, ...changes } })
const withBuyer = (changes: Partial<DocumentBuyer>) => documentWith([work], { buyer: { ...buyer, ...changes } })

const toTown = (changes: Partial<DocumentSeller>) =>
  documentWith([work], {
    seller: { ...seller, ...changes },
    buyer: { ...buyer, kind: 'public', buyerReference: '991-01484-64' },
  })

describe('what a document lacks before it can be sent', () => {
  test.each(Object.entries(samples))('nothing: %s', (_name, sample) => {
    expect(findMissingFields(sample())).toEqual([])
  })

  test.each([
    ['organization.legal_name', withSeller({ legalName: null })],
    ['organization.street', withSeller({ street: '  ' })],
    ['organization.postal_code', withSeller({ postalCode: null })],
    ['organization.city', withSeller({ city: '' })],
    ['organization.tax_number', withSeller({ taxNumber: null, vatId: null })],
    ['client.name', withBuyer({ name: '' })],
    ['client.street', withBuyer({ street: null })],
    ['client.postal_code', withBuyer({ postalCode: null })],
    ['client.city', withBuyer({ city: null })],
    ['client.country', withBuyer({ country: null })],
    ['client.buyer_reference', withBuyer({ kind: 'public' })],
    ['organization.contact_name', toTown({ contactName: null })],
    ['organization.phone', toTown({ phone: null })],
    ['organization.phone', toTown({ phone: 'auf Anfrage' })],
    ['organization.email', toTown({ email: null })],
    ['organization.iban', toTown({ iban: null })],
  ])('%s', (field, document) => {
    expect(findMissingFields(document)).toEqual([field])
  })

  test('no Leitweg-ID of a public body in another country', () => {
    expect(findMissingFields(withBuyer({ kind: 'public', country: 'FR', buyerReference: null }))).toEqual([])
  })

  test('a VAT ID does in place of the tax number, and the other way round', () => {
    expect(findMissingFields(withSeller({ taxNumber: null }))).toEqual([])
    expect(findMissingFields(withSeller({ vatId: null }))).toEqual([])
  })

  test('both VAT IDs for reverse charge and intra-EU goods', () => {
    for (const supply of ['service', 'goods'] as const) {
      const document = documentWith([{ ...untaxed, supply }], { buyer: abroad })
      expect(findMissingFields({ ...document, seller: { ...seller, vatId: null } })).toEqual(['organization.vat_id'])
      expect(findMissingFields({ ...document, buyer: { ...abroad, vatId: null } })).toEqual(['client.vat_id'])
    }
  })

  test("the seller's VAT ID for an export", () => {
    const document = documentWith([{ ...untaxed, supply: 'goods' }], { buyer: swiss })
    expect(findMissingFields({ ...document, seller: { ...seller, vatId: null } })).toEqual(['organization.vat_id'])
  })

  test('the tax number outside the scope of VAT, where no VAT ID is written', () => {
    const document = documentWith([untaxed], { buyer: swiss })
    expect(findMissingFields({ ...document, seller: { ...seller, taxNumber: null } })).toEqual([
      'organization.tax_number',
    ])
  })
})

describe('what lies outside the scope of VAT', () => {
  test('stands alone in its document', () => {
    expect(findMissingFields(documentWith([untaxed, work], { buyer: swiss }))).toEqual(['line_items'])
    expect(findMissingFields(documentWith([untaxed, untaxed], { buyer: swiss }))).toEqual([])
    expect(findMissingFields(documentWith([work, { ...untaxed, taxCategory: 'Z' }]))).toEqual([])
  })
})

describe('a document', () => {
  test('tells each reason once, with the sum that it is for', () => {
    const exempt = (taxExemptionReason: string) => ({ ...untaxed, taxCategory: 'E', taxExemptionReason })
    const document = documentWith([
      exempt('§ 4 Nr. 21 UStG'),
      exempt('§ 4 Nr. 14 UStG'),
      exempt('§ 4 Nr. 21 UStG'),
      work,
    ])
    const { netCents = 0 } = document.lines[0] ?? {}
    expect(groupUntaxedLines(document)).toEqual([
      { category: 'E', reason: '§ 4 Nr. 21 UStG', netCents: 2 * netCents },
      { category: 'E', reason: '§ 4 Nr. 14 UStG', netCents },
    ])
  })

  test.each([
    [null, null, '2026-11-03', '2026-11-03'],
    ['2026-10-01', null, '2026-10-01', '2026-10-01'],
    [null, '2026-10-31', '2026-10-31', '2026-10-31'],
    ['2026-10-01', '2026-10-31', '2026-10-01', '2026-10-31'],
  ])('supplied from %s to %s was supplied from %s to %s', (serviceFrom, serviceTo, from, to) => {
    expect(findSupplyPeriod(documentWith([work], { serviceFrom, serviceTo }))).toEqual({ from, to })
  })

  test('is payable with less when its cash discount is taken, rounded away from zero', () => {
    const document = documentWith([{ ...work, unitPriceCents: 9750 }], {
      cashDiscountPercent: 2.5,
      cashDiscountDays: 30,
    })
    // 116.03 less 2.90 (2.90075).
    expect(computeCashDiscount(document)).toEqual({ until: '2026-12-03', percent: 2.5, payableCents: 11313 })
    expect(computeCashDiscount({ ...document, kind: 'credit_note' })).toBeNull()
    expect(computeCashDiscount({ ...document, cashDiscountDays: null })).toBeNull()
    expect(computeCashDiscount({ ...document, cashDiscountPercent: 0 })).toBeNull()
  })
})

test.each([
  ['Beratung\nvor Ort\n\nim März ', 'Beratung', 'vor Ort\n\nim März'],
  ['\n \u200d\n  Beratung\r\nvor Ort', 'Beratung', 'vor Ort'],
  ['Beratung', 'Beratung', ''],
])('the rows of %j', (description, name, details) => {
  expect(splitDescription(description)).toEqual({ name, details })
})
