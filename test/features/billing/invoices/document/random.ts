import fc from 'fast-check'
import type { DocumentBuyer, InvoiceDocument } from '#features/billing/invoices/document/invoice.document'
import { buyer, documentWith, finalOf, type Piece, seller } from './fixtures.ts'

const places: readonly Partial<DocumentBuyer>[] = [
  { country: 'DE' },
  { country: 'DE', kind: 'consumer' },
  { country: 'DE', kind: 'public', buyerReference: '04011000-1234512345-06' },
  { country: 'DE', kind: 'public', buyerReference: '991-01484-64', email: null },
  { country: 'AT', vatId: 'ATU12345678' },
  { country: 'FR', vatId: null },
  { country: 'CH', kind: 'consumer' },
  { country: 'US' },
  { country: 'GB', vatId: 'XI123456789' },
]

const text = fc.constantFrom(
  'Beratung',
  'Wartung der Anlage\nMontag bis Freitag\n\nmit Protokoll',
  '\n\nFachbuch <„Stahl & Eisen“>',
  'Ein sehr langer Posten, der mehr als eine Zeile braucht, weil er genau sagt, was geliefert wurde und wozu',
  'Łódź – Ελλάδα – Москва',
)

const piece: fc.Arbitrary<Piece> = fc.record({
  description: text,
  quantity: fc.oneof(
    fc.integer({ min: -5, max: 500 }),
    fc.integer({ min: 1, max: 99_999 }).map((n) => n / 10_000),
  ),
  unitPriceCents: fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 10_000_000 })),
  unit: fc.constantFrom('C62', 'HUR', 'DAY', 'KGM', 'XPK', 'MTK'),
  discountPercent: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 10_000 }).map((n) => n / 100),
  ),
  supply: fc.constantFrom('service' as const, 'goods' as const),
  taxRate: fc.constantFrom(19, 19, 7, 0),
})

const optional = <Value>(value: Value) => fc.constantFrom(value, null)

/** A document as sending would make it: lines of one kind of supply, to a client somewhere, credited or not. */
const anyDocument = fc
  .record({
    pieces: fc.array(piece, { minLength: 1, maxLength: 12 }),
    place: fc.constantFrom(...places),
    isCredit: fc.boolean(),
    advances: fc.constantFrom(0, 0, 1, 3),
    isAdvance: fc.boolean(),
    small: fc.boolean(),
    introduction: optional('vielen Dank für Ihren Auftrag.'),
    closing: optional('Mit freundlichen Grüßen'),
    iban: optional(seller.iban),
    cashDiscount: fc.boolean(),
    refunded: fc.constantFrom(0, 50, 97),
    oneDay: fc.boolean(),
    language: fc.constantFrom('de' as const, 'en' as const),
  })
  .map(
    ({
      pieces,
      place,
      isCredit,
      advances,
      isAdvance,
      small,
      introduction,
      closing,
      iban,
      cashDiscount,
      refunded,
      oneDay,
      language,
    }) => {
      const to = { ...buyer, ...place }
      const from = { ...seller, smallBusiness: small, iban: to.kind === 'public' ? seller.iban : iban }
      const changes: Partial<InvoiceDocument> = {
        seller: from,
        buyer: to,
        language,
        introduction,
        closing,
        ...(oneDay && { serviceFrom: '2026-11-03', serviceTo: '2026-11-03' }),
        ...(cashDiscount && { cashDiscountPercent: 2, cashDiscountDays: 7 }),
        ...(isCredit && {
          kind: 'credit_note' as const,
          number: 'GS-2026-0003',
          credited: { number: 'RE-2026-0042', issueDate: '2026-11-03' },
        }),
      }
      const lines = taxed(pieces, changes).map((line) => ({
        ...line,
        quantity: isCredit ? 0 - line.quantity : line.quantity,
      }))
      const document = documentWith(lines, changes)
      if (!isCredit && advances) return finalOf(document, advances, 23)
      if (!isCredit && isAdvance) return { ...document, kind: 'advance' as const }
      if (!isCredit || !refunded) return document
      const part = (percent: number) => Math.floor((-document.totalCents / 100) * percent)
      return { ...document, refund: { cents: part(refunded), discountCents: part(3) } }
    },
  )
  .filter(({ kind, totalCents }) => (kind === 'credit_note' ? totalCents < 0 : totalCents >= 0))

/** The lines with rates that their seller and buyer allow; what lies outside the scope of VAT stands alone. */
function taxed(pieces: readonly Piece[], { seller: from, buyer: to }: Partial<InvoiceDocument>): Piece[] {
  const [first] = pieces
  const isOutside = first?.taxRate === 0 && first.supply === 'service' && to?.kind !== 'consumer'
  const outside = isOutside && ['US', 'CH', 'GB'].includes(to?.country ?? '')
  return pieces.map((item) => {
    const line = outside ? { ...item, supply: 'service' as const, taxRate: 0 } : item
    if (outside) return line
    const zero = { ...line, taxRate: 0 }
    const wanted = from?.smallBusiness ? zero : line
    if (wanted.taxRate > 0) return wanted
    try {
      // Services to a business outside the EU would be O, beside other lines.
      const category = documentWith([zero], { seller: from, buyer: to } as Partial<InvoiceDocument>).lines[0]
        ?.taxCategory
      return category === 'O' ? { ...zero, supply: 'goods' as const } : zero
    } catch {
      return { ...zero, taxCategory: 'E', taxExemptionReason: 'Steuerfrei nach § 4 Nr. 21 UStG' }
    }
  })
}

/** So many documents of a seed: the same seed, the same documents. */
export const randomDocuments = (count: number, seed: number): InvoiceDocument[] =>
  fc.sample(anyDocument, { numRuns: count, seed })
