import type { Language } from '../../core/text/language.ts'
import type { LineItem, TaxAmount } from '../line-item.ts'

/** The seller as the document shows it; the organization's fields. */
export interface DocumentSeller {
  legalName: string | null
  street: string | null
  postalCode: string | null
  city: string | null
  country: string
  vatId: string | null
  taxNumber: string | null
  smallBusiness: boolean
  iban: string | null
  bic: string | null
  bankName: string | null
  accountHolder: string | null
  email: string | null
  phone: string | null
  website: string | null
  registerCourt: string | null
  registerNumber: string | null
  managingDirectors: string | null
}

/** The buyer as the document shows it; the client's fields. */
export interface DocumentBuyer {
  kind: string
  name: string
  contactName: string | null
  street: string | null
  postalCode: string | null
  city: string | null
  country: string | null
  vatId: string | null
  email: string | null
  customerNumber: string | null
  buyerReference: string | null
}

/** Everything an invoice or a credit note shows, resolved: its renderers ask nobody. A credit note's amounts are negative. */
export interface InvoiceDocument {
  kind: 'invoice' | 'credit_note'
  /** Null on a draft. */
  number: string | null
  issueDate: string
  dueDate: string
  serviceFrom: string | null
  serviceTo: string | null
  language: Language
  seller: DocumentSeller
  buyer: DocumentBuyer
  lines: readonly LineItem[]
  subtotalCents: number
  taxCents: number
  totalCents: number
  taxBreakdown: readonly TaxAmount[]
  introduction: string | null
  closing: string | null
  cashDiscountPercent: number | null
  cashDiscountDays: number | null
  /** The invoice that a credit note corrects. */
  credited: { number: string; issueDate: string } | null
}

/** The first field that a valid document lacks, as the contract spells it: `organization.tax_number`, `client.street`. */
export function missingForSend({ seller, buyer, lines }: InvoiceDocument): string | null {
  const categories = new Set(lines.map(({ taxCategory }) => String(taxCategory)))
  const needs: [string, unknown][] = [
    ['organization.legal_name', seller.legalName],
    ['organization.street', seller.street],
    ['organization.postal_code', seller.postalCode],
    ['organization.city', seller.city],
    ['organization.country', seller.country],
    ['organization.tax_number', seller.taxNumber || (!categories.has('O') && seller.vatId)],
    ['client.name', buyer.name],
    ['client.street', buyer.street],
    ['client.postal_code', buyer.postalCode],
    ['client.city', buyer.city],
    ['client.country', buyer.country],
  ]
  // EN 16931: BR-AE-02/03 and BR-IC-02/03 ask for both VAT IDs, BR-B2G for the routing of a public body.
  if (categories.has('AE') || categories.has('K'))
    needs.push(['organization.vat_id', seller.vatId], ['client.vat_id', buyer.vatId])
  if (buyer.kind === 'public') needs.push(['client.buyer_reference', buyer.buyerReference])
  return needs.find(([, value]) => typeof value !== 'string' || value.trim() === '')?.[0] ?? null
}

/** Category O stands alone in its document (BR-O-11 to BR-O-14). */
export const mixesOutsideScope = ({ lines }: Pick<InvoiceDocument, 'lines'>) =>
  lines.some(({ taxCategory }) => taxCategory === 'O') && lines.some(({ taxCategory }) => taxCategory !== 'O')

/** The day or the period of the supply, § 14 Abs. 4 Nr. 6 UStG; the issue date where nothing else is said. */
export const supplyPeriod = ({ serviceFrom, serviceTo, issueDate }: InvoiceDocument) => ({
  from: serviceFrom ?? serviceTo ?? issueDate,
  to: serviceTo ?? serviceFrom ?? issueDate,
})
