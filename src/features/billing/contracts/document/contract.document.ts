import type { Language } from '#core/text/language'
import type { DocumentBuyer, DocumentSeller } from '../../invoices/document/invoice.document.ts'

/** Everything a contract shows, resolved: its renderer asks nobody. */
export interface ContractDocument {
  /** Null on a draft. */
  number: string | null
  title: string
  /** Markdown. */
  content: string
  /** The day on which it is sent. */
  date: string
  startsOn: string | null
  endsOn: string | null
  noticePeriodDays: number | null
  language: Language
  /** When it was made, ISO 8601: the same input makes the same bytes. */
  createdAt: string
  seller: DocumentSeller
  buyer: DocumentBuyer
  /** The seller's logo, PNG or JPEG; what cannot be drawn gives way to the name. */
  logo?: Uint8Array | null
}
