import type { Bilingual } from '#core/text/language'

type BillFormat = 'zugferd' | 'xrechnung_cii' | 'xrechnung_ubl' | 'cii' | 'ubl'

export interface BillParty {
  name: string | null
  street: string | null
  postalCode: string | null
  city: string | null
  country: string | null
  vatId: string | null
  taxNumber: string | null
  email: string | null
}

/** A line as written: all amounts are text. */
export interface RawBillLine {
  description: string | null
  quantity: string | null
  unit: string | null
  unitPrice: string | null
  /** Number of units that the price is for (BT-149). */
  priceQuantity: string | null
  net: string | null
  taxRate: string | null
  taxCategory: string | null
  /** Allowances (deducted) and charges of the line. */
  adjustments: { isCharge: boolean; amount: string | null }[]
  /** An information line that counts in no sum. */
  isInformation: boolean
}

/** An e-invoice as written, independent of its syntax. */
export interface RawBill {
  format: BillFormat
  specification: string | null
  typeCode: string | null
  number: string | null
  issueDate: string | null
  dueDate: string | null
  currency: string | null
  buyerReference: string | null
  seller: BillParty
  buyer: BillParty
  lines: RawBillLine[]
  /** Allowances (deducted) and charges of the whole document. */
  adjustments: { isCharge: boolean; amount: string | null; taxRate: string | null; taxCategory: string | null }[]
  taxes: { taxRate: string | null; taxCategory: string | null; base: string | null; tax: string | null }[]
  sums: Record<BillSum, string | null>
  /** Amounts that the seller collects for third parties: BG-DEX-09 of XRechnung, BT-179 of Factur-X EXTENDED. */
  thirdPartyPayments: (string | null)[]
  /** Cash discounts with elements of their own. */
  discounts: { percent: string | null; days: string | null }[]
  /** ZUGFeRD 1.0, whose BASIC profile has neither an amount due nor line amounts. */
  isZugferd1: boolean
  payment: {
    /** UNTDID 4461. */
    means: string | null
    iban: string | null
    bic: string | null
    accountHolder: string | null
    reference: string | null
    terms: string | null
    mandate: string | null
    debitedIban: string | null
    creditorId: string | null
  }
}

export type BillSum =
  | 'lines'
  | 'allowances'
  | 'charges'
  | 'subtotal'
  | 'tax'
  | 'total'
  | 'prepaid'
  | 'rounding'
  | 'payable'

export interface Finding {
  field: string
  text: Bilingual
}

export interface Discount {
  percent: number
  /** From the issue date. */
  days: number
}

export interface Bill {
  format: BillFormat
  profile: string | null
  kind: 'invoice' | 'credit_note' | 'advance'
  typeCode: string | null
  number: string | null
  issueDate: string | null
  dueDate: string | null
  currency: string | null
  buyerReference: string | null
  seller: BillParty
  buyer: BillParty
  lines: {
    description: string | null
    quantity: number | null
    unit: string | null
    unitPrice: number | null
    netCents: number | null
    taxRate: number | null
    taxCategory: string | null
  }[]
  taxBreakdown: {
    taxRate: number | null
    taxCategory: string | null
    netCents: number | null
    taxCents: number | null
  }[]
  allowanceCents: number
  chargeCents: number
  subtotalCents: number | null
  taxCents: number | null
  totalCents: number | null
  prepaidCents: number
  roundingCents: number
  thirdPartyCents: number
  payableCents: number | null
  payment: RawBill['payment'] & { discounts: Discount[] }
  findings: Finding[]
}

/** UNTDID 4461: direct debit, and SEPA direct debit. */
const directDebits = new Set(['49', '59'])

/** Payment means by which the seller collects the money without the buyer's action. */
export const isDirectDebit = (means: string | null): boolean => directDebits.has(means ?? '')
