import type { ReactNode } from 'react'
import type { BillableFragment, LineDataFragment } from '#schema/web/graphql'
import type { Outcome } from '../graphql/fetch-graphql.ts'
import type { Draft } from './draft.ts'
import type { DocumentSums } from './draft-totals.ts'

/** What is written in the form: an invoice, a quote, or what invoices are made of. */
export interface LineItemDocument {
  id: string
  version: number
  client: Pick<BillableFragment, 'id' | 'name'>
  lineItems: LineDataFragment[]
  /** A kind that makes documents, and is none, has none. */
  pdfUrl?: string
  previewUrl?: string
}

/** A kind of document: how it is written and kept. */
export interface DocumentKind<W extends LineItemDocument> {
  messages: DocumentMessages
  /** What the days that it begins and ends on are called by the service. */
  startField: 'issueDate' | 'startsOn'
  endField: 'dueDate' | 'validUntil' | 'endsOn'
  /** That day, by the terms of whom it is to. */
  defaultEnd: (issueDate: string, termsDays: number) => string
  hasServicePeriod: boolean
  isInvoice: boolean
  /** Has a draft drawn as it is written: a new one, or what is kept under an id. */
  fetchPreview: (draft: Draft, keptId: string | undefined) => Promise<Outcome<string>>
  /** What it came to when it was kept; a kind that has no sums does without. */
  savedSums?: (document: W) => DocumentSums
  /** What else is asked for, behind the days. */
  renderFields?: (draft: Draft, change: (changed: Partial<Draft>) => void, wrong: Record<string, string>) => ReactNode
  toDraft: (document: W) => Draft
  /** Keeps it: what there is changes, or a new one is made. */
  save: (draft: Draft, kept: Pick<W, 'id' | 'version'> | undefined) => Promise<Outcome<W>>
  remove: (shown: Pick<W, 'id' | 'version'>) => Promise<Outcome<unknown>>
  deleteOperation: string
  /** Whether it is sent by hand once it is written. */
  canSend: boolean
  show: (id: string, isSending: boolean, isNew: boolean) => void
  leave: () => void
}

/** What the form calls a document of a kind. */
interface DocumentMessages {
  issueDate: string
  /** Absent where the document must be dated. */
  issueDateHint?: string
  until: string
  /** Absent where the document must say it. */
  untilHint?: string
  more: string
  /** What is shown until there is something to draw. */
  previewLater: string
  changed: string
  delete: string
  deleteSure: { title: string; text: string; submit: string }
}
