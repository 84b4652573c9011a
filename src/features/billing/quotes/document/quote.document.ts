import type { InvoiceDocument } from '../../invoices/document/invoice.document.ts'

/** Everything a quote shows, resolved: its renderer asks nobody. */
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
  /** Last day on which it can be accepted. */
  validUntil: string
  /** Whether the client has a link to sign it online. */
  isSignedOnline: boolean
}
