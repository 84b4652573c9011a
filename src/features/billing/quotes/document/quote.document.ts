import type { InvoiceDocument } from '../../invoices/document/invoice.document.ts'

/** All data of a quote that its renderer needs. */
export interface QuoteDocument
  extends Pick<
    InvoiceDocument,
    | 'number'
    | 'issueDate'
    | 'language'
    | 'createdAt'
    | 'seller'
    | 'buyer'
    | 'lines'
    | 'subtotalCents'
    | 'taxCents'
    | 'totalCents'
    | 'taxBreakdown'
    | 'introduction'
    | 'closing'
    | 'logo'
  > {
  /** Last day of acceptance. */
  validUntil: string
  /** Whether the client gets a link to sign online. */
  isSignedOnline: boolean
}
