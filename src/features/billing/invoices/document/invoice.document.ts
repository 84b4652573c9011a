import { divideRounded, scaleFactor, toCents, toScaled } from '#core/money/decimal'
import { hasVisibleText } from '#core/text/characters'
import type { Language } from '#core/text/language'
import { addDays } from '#core/time/clock'
import type { Totals } from '../line-items/totals.ts'

export interface DocumentSeller {
  /** `#rrggbb` of rules and headings; null for the default. */
  accentColor: string | null
  legalName: string | null
  street: string | null
  postalCode: string | null
  city: string | null
  country: string
  vatId: string | null
  taxNumber: string | null
  smallBusiness: boolean
  /** Whether VAT of other member states is declared through the One-Stop-Shop; absent from older documents. */
  oneStopShop?: boolean
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
  /** Contact person; required by XRechnung. */
  contactName: string | null
}

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
  /** BT-47; absent from older documents. */
  registrationNumber?: string | null
  buyerReference: string | null
  /** Default: ZUGFeRD. */
  invoiceFormat?: string
}

/** The first visible row of the description is its name. */
export interface DocumentLine {
  description: string
  /** Up to four decimals; negative on discount lines and credit notes. */
  quantity: number
  /** UN/ECE Recommendation 20 code. */
  unit: string
  unitPriceCents: number
  discountPercent: number
  taxRate: number
  /** VAT category of EN 16931 (UNTDID 5305). */
  taxCategory: string
  taxExemptionReason: string | null
  netCents: number
}

/** Everything that an invoice or credit note shows. Amounts of a credit note are negative. */
export interface InvoiceDocument extends Omit<Totals, 'lines'> {
  kind: 'invoice' | 'credit_note' | 'advance' | 'final'
  /** Null on a draft. */
  number: string | null
  issueDate: string
  dueDate: string
  serviceFrom: string | null
  serviceTo: string | null
  language: Language
  /** ISO 8601. The same input renders the same bytes. */
  createdAt: string
  seller: DocumentSeller
  buyer: DocumentBuyer
  lines: readonly DocumentLine[]
  introduction: string | null
  closing: string | null
  cashDiscountPercent: number | null
  cashDiscountDays: number | null
  credited: { number: string; issueDate: string } | null
  /** Advances that a final invoice deducts; its lines and totals are those of the remainder. */
  advances?: readonly { number: string; issueDate: string; netCents: number; openCents?: number }[]
  /** Refund due on a credit note, and the cash discount that it undoes. */
  refund?: { cents: number; discountCents: number }
  /** PNG or JPEG; if it cannot be decoded, the name is shown. */
  logo?: Uint8Array | null
}

type Sendable = Pick<InvoiceDocument, 'seller' | 'buyer'> & { lines: readonly Pick<DocumentLine, 'taxCategory'>[] }

/**
 * API names of fields that are missing for a valid document (`organization.tax_number`, `client.street`), or
 * `line_items` if only some are outside the scope of VAT.
 */
export function findMissingFields({ seller, buyer, lines }: Sendable): string[] {
  const categories = new Set(lines.map(({ taxCategory }) => taxCategory))
  const needs: [string, unknown][] = [
    ['organization.legal_name', seller.legalName],
    ['organization.street', seller.street],
    ['organization.postal_code', seller.postalCode],
    ['organization.city', seller.city],
    ['organization.country', seller.country],
    // BR-O-02: without a VAT ID on the document, only the tax number identifies the seller.
    ['organization.tax_number', seller.taxNumber || (!categories.has('O') && seller.vatId)],
    ['client.name', buyer.name],
    ['client.street', buyer.street],
    ['client.postal_code', buyer.postalCode],
    ['client.city', buyer.city],
    ['client.country', buyer.country],
  ]
  // BR-IC-02 and BR-G-02 ask for the seller's VAT ID, the first for the buyer's. BR-AE-02 takes tax number (BT-32) and registration
  // number (BT-47) too, which suffice within the country (§ 14 (4) 2, § 14a (5) UStG).
  const crossBorder = categories.has('K') || (categories.has('AE') && buyer.country !== seller.country)
  if (crossBorder || categories.has('G')) needs.push(['organization.vat_id', seller.vatId])
  if (crossBorder) needs.push(['client.vat_id', buyer.vatId])
  // A German public body routes what it receives by its Leitweg-ID (BT-10), which XRechnung wants of everybody (BR-DE-15). Its BR-DE-1, BR-DE-5 to BR-DE-7 and
  // BR-DE-27: whom to ask, and where to pay.
  if (isXRechnung(buyer))
    needs.push(
      ['client.buyer_reference', buyer.buyerReference],
      // PEPPOL-EN16931-R010: the buyer's electronic address; a public body has its Leitweg-ID.
      ['client.email', buyer.email || (isGermanPublicBody(buyer) && buyer.buyerReference)],
      ['organization.contact_name', seller.contactName],
      ['organization.phone', /\d.*\d.*\d/.test(seller.phone ?? '') ? seller.phone : null],
      ['organization.email', seller.email],
      ['organization.iban', seller.iban],
    )
  // BR-O-11 to BR-O-14: category O must be the only one.
  needs.push(['line_items', categories.has('O') && categories.size > 1 ? null : 'alike'])
  return needs.filter(([, value]) => typeof value !== 'string' || value.trim() === '').map(([field]) => field)
}

/** Public bodies must receive XRechnung (§ 4a EGovG, ERechV). */
export const isGermanPublicBody = ({ kind, country }: Pick<DocumentBuyer, 'kind' | 'country'>) =>
  kind === 'public' && country === 'DE'

/** Whether the invoice follows XRechnung, by law or by choice. */
export const isXRechnung = (buyer: Pick<DocumentBuyer, 'kind' | 'country' | 'invoiceFormat'>) =>
  isGermanPublicBody(buyer) || isXmlOnly(buyer)

/** Whether the XML is the invoice and the PDF only a copy. */
export const isXmlOnly = ({ invoiceFormat = 'zugferd' }: Pick<DocumentBuyer, 'invoiceFormat'>) =>
  invoiceFormat !== 'zugferd'

export function splitDescription(description: string): { name: string; details: string } {
  const rows = description.split(/\r\n?|\n/)
  const [name = '', ...details] = rows.slice(Math.max(0, rows.findIndex(hasVisibleText)))
  return {
    name: name.trim(),
    details: details
      .map((row) => row.trimEnd())
      .join('\n')
      .trim(),
  }
}

interface UntaxedGroup {
  category: string
  /** Null if none is required (Z). */
  reason: string | null
  netCents: number
}

export const hasTaxedLines = ({ lines }: Pick<InvoiceDocument, 'lines'>) => lines.some(({ taxRate }) => taxRate > 0)

/** Sums untaxed lines by category and reason. */
export function groupUntaxedLines({ lines }: Pick<InvoiceDocument, 'lines'>): UntaxedGroup[] {
  const groups = new Map<string, UntaxedGroup>()
  for (const { taxCategory: category, taxExemptionReason, netCents } of lines) {
    if (category === 'S') continue
    const reason = taxExemptionReason?.trim() || null
    const key = `${category} ${reason}`
    groups.set(key, { category, reason, netCents: netCents + (groups.get(key)?.netCents ?? 0) })
  }
  return [...groups.values()]
}

/**
 * Day or period of the supply (§ 14 (4) no. 6 UStG), by default the issue date. Null for an advance without a date, and
 * for its credit note.
 */
export function findSupplyPeriod({
  kind,
  serviceFrom,
  serviceTo,
  issueDate,
}: Pick<InvoiceDocument, 'kind' | 'serviceFrom' | 'serviceTo' | 'issueDate'>): { from: string; to: string } | null {
  const [from, to] = [serviceFrom ?? serviceTo, serviceTo ?? serviceFrom]
  if (from && to) return { from, to }
  return kind === 'advance' || kind === 'credit_note' ? null : { from: issueDate, to: issueDate }
}

/** Amount payable with cash discount and its deadline; null if none is granted. */
export function computeCashDiscount(
  document: InvoiceDocument,
): { until: string; percent: number; payableCents: number } | null {
  const { kind, issueDate, totalCents, cashDiscountPercent: percent, cashDiscountDays: days } = document
  if (kind === 'credit_note' || !percent || days === null) return null
  return { until: addDays(issueDate, days), percent, payableCents: totalCents - computePercentage(totalCents, percent) }
}

export const computePercentage = (cents: number, percent: number): number =>
  toCents(divideRounded(BigInt(cents) * toScaled(percent), 100n * scaleFactor))
