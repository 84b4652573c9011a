import { deductAdvances } from '#features/billing/invoices/advances/deduct-advances'
import type {
  DocumentBuyer,
  DocumentLine,
  DocumentSeller,
  InvoiceDocument,
} from '#features/billing/invoices/document/invoice.document'
import { computeTax, computeTotals } from '#features/billing/invoices/line-items/totals'
import type { TaxCategory } from '#features/billing/invoices/tax/tax-amounts'
import { sumTotals } from '#features/billing/invoices/tax/tax-amounts'
import { determineTaxCategory, type TaxedLine } from '#features/billing/invoices/tax/tax-category'
import { png } from '../../../../documents/pictures.ts'

export const seller: DocumentSeller = {
  legalName: 'Kontor Werkstatt GmbH',
  street: 'Speicherstraße 12',
  postalCode: '20457',
  city: 'Hamburg',
  country: 'DE',
  vatId: 'DE136695976',
  taxNumber: '22/123/45678',
  smallBusiness: false,
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  bankName: 'Deutsche Kreditbank',
  accountHolder: null,
  email: 'rechnung@kontor.example',
  phone: '+49 40 123456',
  website: 'www.kontor.example',
  registerCourt: 'Amtsgericht Hamburg',
  registerNumber: 'HRB 123456',
  managingDirectors: 'Anna Petersen',
  contactName: 'Jonas Brandt',
  accentColor: null,
}

export const buyer: DocumentBuyer = {
  kind: 'business',
  name: 'Müller & Söhne Maschinenbau GmbH',
  contactName: 'Frau Dr. Özlem Schäfer',
  street: 'Industriestraße 4',
  postalCode: '70565',
  city: 'Stuttgart',
  country: 'DE',
  vatId: null,
  email: 'einkauf@mueller.example',
  customerNumber: 'K-1042',
  buyerReference: null,
}

export interface Piece {
  description: string
  quantity: number
  unitPriceCents: number
  taxRate: number
  unit?: string
  discountPercent?: number
  supply?: TaxedLine['supply']
  taxCategory?: string
  taxExemptionReason?: string
}

/** A document as sending would make it, from pieces. */
export function documentWith(pieces: readonly Piece[], changes: Partial<InvoiceDocument> = {}): InvoiceDocument {
  const parties = { seller, buyer, language: 'de' as const, ...changes }
  const lines = pieces.map(({ supply = 'service', taxCategory = null, taxExemptionReason = null, ...piece }) => {
    const asked = { taxRate: piece.taxRate, supply, taxCategory, taxExemptionReason }
    const found = determineTaxCategory(asked, parties.seller, parties.buyer)
    if ('field' in found) throw new Error(`${found.field} ${found.refusal.en}`)
    const line: DocumentLine = {
      unit: 'C62',
      discountPercent: 0,
      ...piece,
      taxCategory: found.category,
      taxExemptionReason: found.reason?.[parties.language] ?? null,
      netCents: 0,
    }
    return line
  })
  const { lines: nets, ...totals } = computeTotals(lines)
  return {
    kind: 'invoice',
    number: 'RE-2026-0042',
    createdAt: '2026-11-03T09:30:00.000Z',
    issueDate: '2026-11-03',
    dueDate: '2026-11-17',
    serviceFrom: '2026-10-01',
    serviceTo: '2026-10-31',
    introduction: 'vielen Dank für Ihren Auftrag. Wir berechnen wie vereinbart:',
    closing: 'Mit freundlichen Grüßen aus Hamburg',
    cashDiscountPercent: null,
    cashDiscountDays: null,
    credited: null,
    ...parties,
    ...totals,
    lines: lines.map((line, index) => ({ ...line, netCents: nets[index]?.netCents ?? 0 })),
  }
}

/** The final invoice of a supply, of which so many advances of so many percent each were sent. */
export function finalOf(whole: InvoiceDocument, count: number, percent: number): InvoiceDocument {
  const part = whole.taxBreakdown.map(({ taxRate, taxCategory, netCents }) => {
    const net = Math.trunc((netCents * percent) / 100)
    return { taxRate, taxCategory: taxCategory as TaxCategory, netCents: net, taxCents: computeTax(net, taxRate) }
  })
  const advances = Array.from({ length: count }, (_, index) => {
    const { subtotalCents: netCents, taxCents, totalCents } = sumTotals(part)
    const number = `RE-2026-${String(index + 1).padStart(4, '0')}`
    return {
      id: number,
      number,
      issueDate: `2026-0${index + 1}-15`,
      netCents,
      taxCents,
      totalCents,
      openCents: index === 0 ? totalCents : 0,
      taxBreakdown: part,
    }
  })
  const { lineItems, ...sums } = deductAdvances({ ...whole, lineItems: whole.lines } as never, advances, whole.language)
  return { ...whole, ...sums, kind: 'final', lines: lineItems, advances }
}

const work: Piece = {
  description: 'Beratung und Konzeption',
  quantity: 12.5,
  unit: 'HUR',
  unitPriceCents: 11000,
  taxRate: 19,
}
const book: Piece = {
  description: 'Fachbuch „Sauberer Stahl“',
  quantity: 3,
  unitPriceCents: 4999,
  taxRate: 7,
  supply: 'goods',
}
const abroad = (changes: Partial<DocumentBuyer>): DocumentBuyer => ({ ...buyer, ...changes })
const austria = abroad({
  name: 'Wiener Werke AG',
  street: 'Ring 1',
  postalCode: '1010',
  city: 'Wien',
  country: 'AT',
  vatId: 'ATU12345678',
})
const swiss = abroad({
  name: 'Zürcher Uhren AG',
  street: 'Limmatquai 2',
  postalCode: '8001',
  city: 'Zürich',
  country: 'CH',
})
const town = abroad({ kind: 'public', name: 'Stadt Musterhausen', buyerReference: '04011000-1234512345-06' })
/** A small business (§ 19 UStG) of one person: no VAT ID, no register. */
const small: DocumentSeller = {
  ...seller,
  legalName: 'Jonas Brandt, Fotograf',
  smallBusiness: true,
  vatId: null,
  registerCourt: null,
  registerNumber: null,
  managingDirectors: null,
}

/** A credit note on what was paid with a cash discount: what it takes, what of it is to be refunded, and what was discount. */
const afterDiscount = (unitPriceCents: number, cents: number, discountCents: number) =>
  documentWith([{ ...work, quantity: -0.5, unitPriceCents, taxRate: 0, taxCategory: 'Z' }], {
    kind: 'credit_note',
    number: 'GS-2026-0006',
    credited: { number: 'RE-2026-0042', issueDate: '2026-11-03' },
    refund: { cents, discountCents },
  })

/** The documents that `verify:einvoice` puts through the public validator, by what they show. */
export const samples: Readonly<Record<string, () => InvoiceDocument>> = {
  'one line': () => documentWith([work]),
  'two rates': () => documentWith([work, book]),
  'a logo that is half transparent': () => documentWith([work], { logo: png(120, 30) }),
  fractions: () =>
    documentWith([
      { ...work, quantity: 0.3333 },
      { ...work, quantity: 1.0005, unitPriceCents: 9999 },
    ]),
  'discount line': () =>
    documentWith([work, { description: 'Treuerabatt', quantity: -1, unitPriceCents: 5000, taxRate: 19 }]),
  'discount of a line': () =>
    documentWith([
      { ...work, discountPercent: 12.5 },
      { ...work, quantity: 0.3333, unitPriceCents: 9999, discountPercent: 33.33 },
      { ...book, quantity: -1, discountPercent: 10 },
    ]),
  'cash discount': () => documentWith([work], { cashDiscountPercent: 2, cashDiscountDays: 7 }),
  'reverse charge': () => documentWith([{ ...work, taxRate: 0 }], { buyer: austria }),
  'domestic reverse charge': () =>
    documentWith([{ ...work, taxRate: 0, taxCategory: 'AE' }], {
      seller: { ...seller, vatId: null },
      buyer: { ...buyer, registrationNumber: 'HRB 4711' },
    }),
  'intra-EU goods': () => documentWith([{ ...book, taxRate: 0 }], { buyer: austria }),
  'export of goods': () => documentWith([{ ...book, taxRate: 0 }], { buyer: swiss }),
  'service outside the EU': () => documentWith([{ ...work, taxRate: 0 }], { buyer: swiss }),
  'small business': () => documentWith([{ ...work, taxRate: 0 }], { seller: small }),
  'exempt for two reasons': () =>
    documentWith([
      work,
      { ...work, taxRate: 0, taxCategory: 'E', taxExemptionReason: 'Steuerfrei nach § 4 Nr. 21 UStG' },
      { ...book, taxRate: 0, taxCategory: 'E', taxExemptionReason: 'Steuerfrei nach § 4 Nr. 14 UStG' },
    ]),
  'reverse charge and intra-EU goods': () =>
    documentWith([{ ...work, taxRate: 0 }, { ...book, taxRate: 0 }, work], { buyer: austria }),
  'credit note for two reasons': () =>
    documentWith(
      [
        { ...work, quantity: -12.5, taxRate: 0 },
        { ...book, quantity: -3, taxRate: 0 },
      ],
      {
        buyer: austria,
        language: 'en',
        kind: 'credit_note',
        number: 'GS-2026-0004',
        credited: { number: 'RE-2026-0042', issueDate: '2026-11-03' },
      },
    ),
  'zero rate': () => documentWith([{ ...work, description: 'Photovoltaikanlage 8 kWp', taxRate: 0, taxCategory: 'Z' }]),
  'outside the EU without a register': () =>
    documentWith([{ ...work, taxRate: 0 }], { seller: { ...small, vatId: 'DE136695976' }, buyer: swiss }),
  'credit note': () =>
    documentWith(
      [
        { ...work, quantity: -12.5, discountPercent: 10 },
        { ...book, quantity: -3 },
        { description: 'Treuerabatt', quantity: 1, unitPriceCents: 5000, taxRate: 19 },
      ],
      {
        kind: 'credit_note',
        number: 'GS-2026-0003',
        credited: { number: 'RE-2026-0042', issueDate: '2026-11-03' },
      },
    ),
  'credit note after a cash discount': () => afterDiscount(200000, 97000, 3000),
  'credit note after a cash discount, half of it set off': () => afterDiscount(200000, 48500, 3000),
  'the rest of a credit, a cent beside its tax': () => {
    const rest = documentWith([{ ...work, quantity: -1, unitPriceCents: 33 }], {
      kind: 'credit_note',
      number: 'GS-2026-0004',
      credited: { number: 'RE-2026-0042', issueDate: '2026-11-03' },
    })
    const taxBreakdown = rest.taxBreakdown.map((group) => ({ ...group, taxCents: group.taxCents - 1 }))
    return { ...rest, taxBreakdown, taxCents: rest.taxCents - 1, totalCents: rest.totalCents - 1 }
  },
  'sixty lines': () =>
    documentWith(
      Array.from({ length: 60 }, (_, index) => ({
        ...(index % 3 ? work : book),
        description: `Position ${index + 1}: ${'Arbeiten am Fundament der Halle und an den Zuleitungen '.repeat((index % 4) + 1).trim()}`,
      })),
    ),
  english: () =>
    documentWith([work, book], {
      language: 'en',
      introduction: 'Thank you for your order.',
      closing: 'Kind regards from Hamburg',
    }),
  'public body': () => documentWith([work, book], { buyer: town, cashDiscountPercent: 2, cashDiscountDays: 7 }),
  'public body without an address for mail': () => documentWith([work], { buyer: { ...town, email: null } }),
  'public body, outside the scope of VAT': () =>
    documentWith([{ ...work, taxRate: 0, taxCategory: 'O', taxExemptionReason: 'Nicht steuerbarer Zuschuss' }], {
      buyer: town,
    }),
  'public body, small business': () => documentWith([{ ...work, taxRate: 0 }], { seller: small, buyer: town }),
  'public body, credit note': () =>
    documentWith([{ ...work, quantity: -2, discountPercent: 10 }], {
      kind: 'credit_note',
      number: 'GS-2026-0005',
      credited: { number: 'RE-2026-0042', issueDate: '2026-11-03' },
      buyer: town,
    }),
  'Northern Irish goods': () =>
    documentWith([{ ...book, taxRate: 0 }], {
      buyer: abroad({
        name: 'Belfast Linen Ltd',
        street: '1 Donegall Square',
        postalCode: 'BT1 5GS',
        city: 'Belfast',
        country: 'GB',
        vatId: 'XI123456789',
      }),
    }),
  'a first row that is empty': () => documentWith([{ ...work, description: '\n \u200d\n  Beratung\nvor Ort\n' }]),
  'rounding traps': () =>
    documentWith([
      { ...work, quantity: 1, unitPriceCents: 9750 },
      { ...work, quantity: 3, unitPriceCents: 333 },
      { ...book, quantity: 0.5, unitPriceCents: 1 },
      { ...book, quantity: 1.5, unitPriceCents: 35 },
    ]),
  'many scripts': () =>
    documentWith(
      [
        { ...work, description: 'Hallo שלום עולם (12) und مرحبا بالعالم 2026\nمكتب الاستشارات الهندسية' },
        { ...work, description: '日本語の請求書 東京都\n简体中文发票\n한국어 청구서' },
        { ...work, description: '☎ ✓ ★ ♻ ⚠ → ≤ ∑ ① 😀 👍🏽 👨‍👩‍👧 🇩🇪' },
      ],
      {
        buyer: abroad({ name: '東京株式会社', contactName: 'דוד כהן' }),
        seller: { ...seller, accentColor: '#8a1c3b' },
      },
    ),
  advance: () =>
    documentWith([{ ...work, quantity: 1, description: 'Erster Abschlag nach Baubeginn' }], {
      kind: 'advance',
      serviceFrom: null,
      serviceTo: null,
    }),
  'advance to a public body, in English': () =>
    documentWith([work], { kind: 'advance', buyer: town, language: 'en', serviceFrom: null, serviceTo: null }),
  'advance to a business that wants an XRechnung': () =>
    documentWith([work], {
      kind: 'advance',
      buyer: { ...buyer, invoiceFormat: 'xrechnung_cii', buyerReference: 'PO-4711' },
      serviceFrom: null,
      serviceTo: null,
    }),
  'advance of a small business': () =>
    documentWith([{ ...work, taxRate: 0 }], { kind: 'advance', seller: small, serviceFrom: null, serviceTo: null }),
  'credit note of an advance': () =>
    documentWith([{ ...work, quantity: -1 }], {
      kind: 'credit_note',
      number: 'GS-2026-0007',
      credited: { number: 'RE-2026-0042', issueDate: '2026-11-03' },
      serviceFrom: null,
      serviceTo: null,
    }),
  'final of a small business': () => finalOf(documentWith([{ ...work, taxRate: 0 }], { seller: small }), 2, 30),
  final: () => finalOf(documentWith([work, { ...work, quantity: 40, unitPriceCents: 9533 }, book]), 2, 30),
  'final of one rate to a public body': () =>
    finalOf(documentWith([{ ...work, quantity: 33.3 }], { buyer: town }), 3, 20),
  'final in English, reverse charge': () =>
    finalOf(documentWith([{ ...work, taxRate: 0 }], { buyer: austria, language: 'en' }), 1, 50),
  'final with nothing left': () => finalOf(documentWith([work]), 2, 50),
  'no account': () => documentWith([work], { seller: { ...seller, iban: null } }),
  'nothing to pay': () => documentWith([work, { ...work, quantity: -12.5 }]),
  'long words': () =>
    documentWith([
      {
        ...work,
        description: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3),
      },
      { ...work, quantity: 123456.7891, unitPriceCents: 99999999 },
    ]),
}
