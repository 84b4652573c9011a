import { describe, expect, test } from 'vitest'
import { renderInvoiceCii } from '#features/billing/invoices/document/invoice.cii'
import type { InvoiceDocument } from '#features/billing/invoices/document/invoice.document'
import { renderInvoiceUbl } from '#features/billing/invoices/document/invoice.ubl'
import { buyer, documentWith, samples, seller } from './fixtures.ts'

const work = { description: 'Beratung', quantity: 1, unitPriceCents: 10000, taxRate: 19 }
/** The XML without the blanks between its elements. */
const written = async (document: InvoiceDocument) => (await renderInvoiceCii(document)).replace(/>\s+</g, '><')
const sample = (name: string) => {
  const make = samples[name]
  if (!make) throw new Error(`There is no sample ${name}.`)
  return make()
}

describe('the XML', () => {
  test('tells sums, parties and payment in the profile EN 16931', async () => {
    const xml = await written(sample('two rates'))
    for (const part of [
      '<ram:ID>urn:cen.eu:en16931:2017</ram:ID>',
      '<ram:TypeCode>380</ram:TypeCode>',
      '<ram:Name>Müller &amp; Söhne Maschinenbau GmbH</ram:Name>',
      '<ram:Description>Amtsgericht Hamburg, HRB 123456, Anna Petersen</ram:Description>',
      '<ram:ID schemeID="VA">DE136695976</ram:ID>',
      '<ram:ID schemeID="FC">22/123/45678</ram:ID>',
      '<ram:IBANID>DE02120300000000202051</ram:IBANID>',
      '<ram:PaymentReference>RE-2026-0042</ram:PaymentReference>',
      '<udt:DateTimeString format="102">20261117</udt:DateTimeString>',
      '<ram:BilledQuantity unitCode="HUR">12.5</ram:BilledQuantity>',
      '<ram:TaxTotalAmount currencyID="EUR">271.75</ram:TaxTotalAmount>',
      '<ram:GrandTotalAmount>1796.72</ram:GrandTotalAmount>',
      '<ram:BillingSpecifiedPeriod><ram:StartDateTime><udt:DateTimeString format="102">20261001</udt:DateTimeString>',
    ])
      expect(xml).toContain(part)
  })

  test('of a credit note is written positive, as 381, and names its invoice', async () => {
    const xml = await written(sample('credit note'))
    expect(xml).toContain('<ram:TypeCode>381</ram:TypeCode>')
    expect(xml).toContain(
      '<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>RE-2026-0042</ram:IssuerAssignedID><ram:FormattedIssueDateTime><qdt:DateTimeString format="102">20261103</qdt:DateTimeString></ram:FormattedIssueDateTime></ram:InvoiceReferencedDocument>',
    )
    expect(xml).toContain('<ram:BilledQuantity unitCode="HUR">12.5</ram:BilledQuantity>')
    expect(xml).toContain('<ram:BilledQuantity unitCode="C62">-1</ram:BilledQuantity>')
    expect(xml).toMatch(/<ram:GrandTotalAmount>\d/)
  })

  test.each([
    ['credit note after a cash discount', 'zu erstatten sind 970,00'],
    ['credit note after a cash discount, half of it set off', 'verbleiben 970,00\u00a0€; davon sind 485,00'],
  ])(
    'of a %s asks for what is left without the discount (BR-CO-16), and says the same in words',
    async (name, words) => {
      const xml = await written(sample(name))
      expect(xml).toContain(
        '<ram:GrandTotalAmount>1000.00</ram:GrandTotalAmount><ram:TotalPrepaidAmount>30.00</ram:TotalPrepaidAmount><ram:DuePayableAmount>970.00</ram:DuePayableAmount>',
      )
      expect(xml).toContain(words)
      expect(await written(sample('credit note'))).not.toContain('TotalPrepaidAmount')
    },
  )

  test.each([
    ['de', { cents: 0, discountCents: 100000 }, '<ram:Description>Es ist nichts zu zahlen.</ram:Description>'],
    ['en', { cents: 0, discountCents: 100000 }, '<ram:Description>Nothing is payable.</ram:Description>'],
    [
      'de',
      { cents: 0, discountCents: 40000 },
      'Abzüglich des gewährten Skontos von 400,00\u00a0€ verbleiben 600,00\u00a0€.<',
    ],
    ['en', { cents: 0, discountCents: 40000 }, 'Less cash discount granted €400.00, €600.00 remains.<'],
    ['de', { cents: 0, discountCents: 0 }, 'Der Betrag wird mit offenen Forderungen verrechnet oder erstattet.<'],
  ] as const)('of a credit note without a refund says in %s what becomes of %o', async (language, refund, words) => {
    const xml = await written({ ...sample('credit note after a cash discount'), language, refund })
    expect(xml).toContain(words)
  })

  test('names what precedes it (BG-3) in both syntaxes', async () => {
    const final = sample('final of one rate to a public body')
    const numbers = final.advances?.map(({ number }) => number)
    const named = (xml: string, pattern: RegExp) => [...xml.matchAll(pattern)].map(([, number]) => number)
    const cii = /<ram:InvoiceReferencedDocument>\s*<ram:IssuerAssignedID>([^<]+)</g
    expect(named(await renderInvoiceCii(final), cii)).toEqual(numbers)
    const ubl = /<cac:BillingReference>\s*<cac:InvoiceDocumentReference>\s*<cbc:ID>([^<]+)</g
    expect(named(await renderInvoiceUbl(final), ubl)).toEqual(numbers)
  })

  test('of an advance, and of its credit note, tells no day that is not known', async () => {
    for (const name of ['advance', 'credit note of an advance']) {
      expect(await renderInvoiceCii(sample(name))).not.toContain('ActualDelivery')
      expect(await renderInvoiceUbl(sample(name))).not.toContain('Delivery')
    }
  })

  test('of an advance has a type that XRechnung knows, whoever asks for one (BR-DE-17)', async () => {
    const typed = async (name: string) => /<ram:TypeCode>(\d+)</.exec(await renderInvoiceCii(sample(name)))?.[1]
    expect(await typed('advance')).toBe('386')
    expect(await typed('advance to a public body, in English')).toBe('326')
    expect(await typed('advance to a business that wants an XRechnung')).toBe('326')
  })

  test('of a credit note without its invoice is refused', async () => {
    await expect(renderInvoiceCii({ ...sample('credit note'), credited: null })).rejects.toThrow('names the invoice')
  })

  test('with sums that do not add up is refused', async () => {
    const right = documentWith([work])
    const [line] = right.lines
    if (!line) throw new Error('There is a line.')
    const cent = (field: 'subtotalCents' | 'taxCents' | 'totalCents') => ({ ...right, [field]: right[field] + 1 })
    const wrong = [cent('subtotalCents'), cent('taxCents'), cent('totalCents')]
    wrong.push({ ...right, lines: [{ ...line, netCents: 1 }] }, { ...right, taxBreakdown: [] })
    wrong.push({ ...right, taxBreakdown: right.taxBreakdown.map((group) => ({ ...group, taxCents: 1 })) })
    for (const document of wrong) await expect(renderInvoiceCii(document)).rejects.toThrow('do not add up')
  })

  test.each([
    ['reverse charge', 'AE', 'Steuerschuldnerschaft des Leistungsempfängers', 'VATEX-EU-AE'],
    ['intra-EU goods', 'K', 'Steuerfreie innergemeinschaftliche Lieferung', 'VATEX-EU-IC'],
    ['export of goods', 'G', 'Steuerfreie Ausfuhrlieferung', 'VATEX-EU-G'],
    ['service outside the EU', 'O', 'Nicht im Inland steuerbare Leistung', 'VATEX-EU-O'],
    ['small business', 'E', 'Steuerfrei nach § 19 UStG (Kleinunternehmer)', null],
    [
      'exempt for two reasons',
      'E',
      'Steuerfrei nach § 4 Nr. 21 UStG: 1.375,00\u00a0€; Steuerfrei nach § 4 Nr. 14 UStG: 149,97\u00a0€',
      null,
    ],
    ['reverse charge and intra-EU goods', 'K', 'Steuerfreie innergemeinschaftliche Lieferung', 'VATEX-EU-IC'],
  ])('of %s says category, words and code', async (name, category, words, code) => {
    const xml = await written(sample(name))
    expect(xml).toContain(`<ram:ExemptionReason>${words}</ram:ExemptionReason>`)
    expect(xml).toContain(`<ram:CategoryCode>${category}</ram:CategoryCode>`)
    if (code) expect(xml).toContain(`<ram:ExemptionReasonCode>${code}</ram:ExemptionReasonCode>`)
    else expect(xml).not.toContain('ExemptionReasonCode')
  })

  test('outside the scope of VAT carries no VAT ID and no rate', async () => {
    const xml = await written(sample('service outside the EU'))
    expect(xml).not.toContain('schemeID="VA"')
    expect(xml).not.toContain('RateApplicablePercent')
  })

  test('knows a seller without register and VAT ID by the tax number (BT-29)', async () => {
    const party = '<ram:SellerTradeParty><ram:ID>22/123/45678</ram:ID><ram:Name>'
    expect(await written(sample('small business'))).toContain(party)
    expect(await written(sample('outside the EU without a register'))).toContain(party)
    expect(await written(sample('one line'))).toContain('<ram:SellerTradeParty><ram:Name>')
  })

  test('of a German public body follows XRechnung, whom to ask and its address included', async () => {
    const xml = await written(sample('public body without an address for mail'))
    for (const part of [
      '<ram:ID>urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0</ram:ID>',
      '<ram:PersonName>Jonas Brandt</ram:PersonName>',
      '<ram:URIID schemeID="0204">04011000-1234512345-06</ram:URIID>',
    ])
      expect(xml).toContain(part)
    expect(await written(sample('public body, credit note'))).toContain(
      '<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>97</ram:TypeCode>',
    )
  })

  test('has no empty name where the first row of a description is empty', async () => {
    expect(await written(sample('a first row that is empty'))).toContain(
      '<ram:Name>Beratung</ram:Name><ram:Description>vor Ort</ram:Description>',
    )
  })

  test('of a public body carries its Leitweg-ID (BT-10)', async () => {
    expect(await written(sample('public body'))).toContain(
      '<ram:BuyerReference>04011000-1234512345-06</ram:BuyerReference>',
    )
  })

  test('states a cash discount in the form that software reads', async () => {
    expect(await renderInvoiceCii(sample('cash discount'))).toContain('#SKONTO#TAGE=7#PROZENT=2.00#\n')
  })

  test("takes a line's discount off as an allowance that adds up with its net", async () => {
    const xml = await written(
      documentWith([{ ...work, quantity: 0.3333, unitPriceCents: 9999, discountPercent: 33.33 }]),
    )
    expect(xml).toContain(
      '<ram:CalculationPercent>33.33</ram:CalculationPercent><ram:BasisAmount>33.33</ram:BasisAmount><ram:ActualAmount>11.11</ram:ActualAmount>',
    )
    expect(xml).toContain('<ram:LineTotalAmount>22.22</ram:LineTotalAmount>')
  })

  test('has the first row of a description for its name and the others for its description', async () => {
    const xml = await written(documentWith([{ ...work, description: 'Beratung\nam 1. und 2. Oktober\nin Kiel' }]))
    expect(xml).toContain(
      '<ram:Name>Beratung</ram:Name><ram:Description>am 1. und 2. Oktober\nin Kiel</ram:Description>',
    )
  })

  test('leaves out what is not known, and never writes an empty element', async () => {
    const bare = {
      ...documentWith([work]),
      seller: { ...seller, iban: null, bic: null, email: null, phone: '', registerNumber: '', managingDirectors: '' },
      buyer: { ...buyer, email: null, contactName: '', customerNumber: '', buyerReference: '' },
      introduction: '',
      closing: null,
    }
    const xml = await written(bare)
    expect(xml).not.toMatch(/<ram:[A-Za-z]+(?: [^>]*)?\/>|<(ram:[A-Za-z]+)(?: [^>]*)?><\/\1>/)
    expect(xml).not.toMatch(/undefined|null|NaN/)
  })

  test('of documents rendered at once is each its own', async () => {
    const notes = Array.from({ length: 20 }, (_, index) => ({
      ...sample('credit note'),
      credited: { number: `RE-${index}`, issueDate: '2026-11-03' },
    }))
    const all = await Promise.all(notes.map(written))
    all.forEach((xml, index) => {
      expect(xml).toContain(`<ram:IssuerAssignedID>RE-${index}<`)
    })
  })
})
