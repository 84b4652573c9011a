import { ExternalLink } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { InvoiceDataFragment } from '#schema/web/graphql'
import { formatMoney, formatNumber } from '../i18n/format.ts'
import { t } from '../i18n/locale.ts'
import { DocumentPreview } from '../ui/document-preview.tsx'
import type { Preview } from '../ui/preview.ts'
import { QueryResult } from '../ui/query-result.tsx'
import { messages } from './invoices.messages.ts'
import { TotalsList } from './totals-list.tsx'

/** How it stands, on a card of its own; what is there makes its own. */
export function CardUntilLoaded<R, T>(given: Parameters<typeof QueryResult<R, T>>[0]) {
  const { query, pick } = given
  return query.data && !query.problem && pick(query.data) ? (
    <QueryResult {...given} />
  ) : (
    <div className="card">
      <QueryResult {...given} />
    </div>
  )
}

/** Signed addresses are good for five minutes. */
const signedUrlRefreshMs = 4 * 60_000

/** Asks for them anew before they end. */
export function useFreshSignedUrls(retry: () => void) {
  useEffect(() => {
    const timer = setInterval(retry, signedUrlRefreshMs)
    return () => clearInterval(timer)
  })
}

type PreviewedDocument = Pick<InvoiceDataFragment, 'id' | 'version' | 'number' | 'pdfUrl' | 'previewUrl'>

/** An address of the service as this page reaches it, which may be by another name. */
export const toLocalUrl = (address: string) => address.replace(/^https?:\/\/[^/]+/, '')

/** The document as the client gets it. */
export function SavedDocumentPreview({
  document: { id, version, number, pdfUrl, previewUrl },
}: {
  document: PreviewedDocument
}) {
  // Another address of the same document is no reason to load it again.
  const [shown, setShown] = useState({ key: '', address: '' })
  const key = `${id} ${version}`
  if (shown.key !== key) setShown({ key, address: toLocalUrl(previewUrl) })
  return (
    <DocumentPreview title={number ?? t.sheet.title} preview={{ ...staticPreview, image: shown.address }}>
      <PdfLink address={pdfUrl} />
    </DocumentPreview>
  )
}

const staticPreview = { isBusy: false, isCurrent: true, retry() {} }

const PdfLink = ({ address }: { address: string }) => (
  <a className="button small" href={toLocalUrl(address)} target="_blank" rel="noreferrer">
    <ExternalLink size={14} aria-hidden />
    {messages.openPdf}
  </a>
)

interface DraftPreviewProps {
  /** The draft as it is kept; absent where it is a new one. */
  kept: { pdfUrl?: string } | undefined
  preview: Preview
  isDirty: boolean
  isUnreadable?: boolean
  /** What it waits for, where nothing could be drawn yet. */
  before: string
}

/** A draft as it is being written. */
export const DraftPreview = ({ kept, isDirty, ...given }: DraftPreviewProps) => (
  <DocumentPreview {...given} about={isDirty ? t.sheet.unsaved : t.sheet.asSaved}>
    {kept?.pdfUrl && <PdfLink address={kept.pdfUrl} />}
  </DocumentPreview>
)

type SettledDocument = Pick<InvoiceDataFragment, 'lineItems' | 'subtotalCents' | 'totalCents' | 'taxBreakdown'>

/** What it is about and comes to, as it was issued. */
export const LineItemsAndTotals = ({ document }: { document: SettledDocument }) => (
  <>
    <ul className="part items" aria-label={messages.lines}>
      {document.lineItems.map((line, index) => (
        <li key={index}>
          <span className="text">{line.description}</span>
          <span className="quiet">
            {formatNumber(line.quantity)}{' '}
            {(line.quantity === 1 && messages.oneUnit[line.unit]) || (messages.units[line.unit] ?? line.unit)} ×{' '}
            {formatMoney(line.unitPriceCents)}
            {line.discountPercent > 0 && `, ${messages.less(formatNumber(line.discountPercent))}`}
          </span>
          <span className="figure">{formatMoney(line.netCents)}</span>
        </li>
      ))}
    </ul>
    <TotalsList sums={document} />
  </>
)
