import type { Language } from '#core/text/language'
import type { DocumentBuyer, DocumentSeller } from '../../invoices/document/invoice.document.ts'
import type { ReminderClaim } from '../claim/reminder-claim.ts'

/** Everything that a reminder shows. */
export interface ReminderDocument extends ReminderClaim {
  language: Language
  seller: DocumentSeller
  buyer: DocumentBuyer
  isConsumer: boolean
  invoice: { number: string; issueDate: string; dueDate: string; totalCents: number }
  sentOn: string
  /** New due date. */
  dueDate: string
  /** The organization's own text for this level; null for the default. */
  text: string | null
  /** ISO 8601. The same input renders the same bytes. */
  createdAt: string
  logo?: Uint8Array | null
}
