import type { Language } from '#core/text/language'
import type { DocumentBuyer, DocumentSeller } from '../../invoices/document/invoice.document.ts'

/** All data of a contract that its renderer needs. */
export interface ContractDocument {
  /** Null for a draft. */
  number: string | null
  title: string
  /** Markdown. */
  content: string
  /** Date of sending. */
  date: string
  startsOn: string | null
  endsOn: string | null
  noticePeriodDays: number | null
  language: Language
  /** ISO 8601; the same input renders the same bytes. */
  createdAt: string
  seller: DocumentSeller
  buyer: DocumentBuyer
  /** PNG or JPEG; the seller's name is shown if it cannot be drawn. */
  logo?: Uint8Array | null
}
