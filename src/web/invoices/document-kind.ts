import type { ReactNode } from 'react'
import type { BillableFragment, LineDataFragment } from '#schema/web/graphql'
import type { Outcome } from '../graphql/fetch-graphql.ts'
import type { Draft } from './draft.ts'
import type { DocumentSums } from './draft-totals.ts'

/** A document with line items: an invoice, a quote or a recurring invoice. */
export interface LineItemDocument {
  id: string
  version: number
  client: Pick<BillableFragment, 'id' | 'name'>
  lineItems: LineDataFragment[]
  /** Recurring invoices have no PDF. */
  pdfUrl?: string
  previewUrl?: string
}

/** How a kind of document is edited and saved. */
export interface DocumentKind<W extends LineItemDocument> {
  messages: DocumentMessages
  /** API names of the two date fields. */
  startField: 'issueDate' | 'startsOn'
  endField: 'dueDate' | 'validUntil' | 'endsOn'
  /** The default of the end date. */
  defaultEnd: (issueDate: string, termsDays: number) => string
  hasServicePeriod: boolean
  isInvoice: boolean
  /** Fetches a preview of a draft. `keptId` is the saved draft it replaces. */
  fetchPreview: (draft: Draft, keptId: string | undefined) => Promise<Outcome<string>>
  /** The totals of a saved draft. Absent for kinds without totals. */
  savedSums?: (document: W) => DocumentSums
  /** Renders additional fields below the dates. */
  renderFields?: (draft: Draft, change: (changed: Partial<Draft>) => void, errors: Record<string, string>) => ReactNode
  toDraft: (document: W) => Draft
  /** Creates or updates the document. */
  save: (draft: Draft, kept: Pick<W, 'id' | 'version'> | undefined) => Promise<Outcome<W>>
  remove: (shown: Pick<W, 'id' | 'version'>) => Promise<Outcome<unknown>>
  deleteOperation: string
  canSend: boolean
  show: (id: string, isSending: boolean, isNew: boolean) => void
  leave: () => void
}

/** Labels of the form. */
interface DocumentMessages {
  issueDate: string
  /** Absent if the date is required. */
  issueDateHint?: string
  until: string
  /** Absent if the date is required. */
  untilHint?: string
  more: string
  /** Shown until a preview is available. */
  previewLater: string
  changed: string
  delete: string
  deleteSure: { title: string; text: string; submit: string }
}
