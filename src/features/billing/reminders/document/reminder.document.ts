import type { Language } from '#core/text/language'
import type { DocumentBuyer, DocumentSeller } from '../../invoices/document/invoice.document.ts'
import type { ReminderClaim } from '../claim/reminder-claim.ts'

/** Everything a reminder shows, resolved: its renderer asks nobody. */
export interface ReminderDocument extends ReminderClaim {
  language: Language
  seller: DocumentSeller
  buyer: DocumentBuyer
  isConsumer: boolean
  invoice: { number: string; issueDate: string; dueDate: string; totalCents: number }
  sentOn: string
  /** New last day for payment. */
  dueDate: string
  /** The organization's own words for this level; ours where null. */
  text: string | null
  /** When it was made, ISO 8601: the same input makes the same bytes. */
  createdAt: string
  logo?: Uint8Array | null
}
