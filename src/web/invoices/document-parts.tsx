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

/** Wraps loading and error states in a card. */
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

/** Signed URLs expire after five minutes. */
const signedUrlRefreshMs = 4 * 60_000

/** Refetches signed URLs before they expire. */
export function useFreshSignedUrls(retry: () => void) {
  useEffect(() => {
    const timer = setInterval(retry, signedUrlRefreshMs)
    return () => clearInterval(timer)
  })
}

type PreviewedDocument = Pick<InvoiceDataFragment, 'id' | 'version' | 'number' | 'pdfUrl' | 'previewUrl'>

/** The service may be reached by another host name than its URLs contain. */
export const toLocalUrl = (address: string) => address.replace(/^https?:\/\/[^/]+/, '')

/** The document as sent to the client. */
export function SavedDocumentPreview({
  document: { id, version, number, pdfUrl, previewUrl },
}: {
  document: PreviewedDocument
}) {
  // A new signed URL of the same version does not reload the preview.
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
  /** Absent for a new draft. */
  kept: { pdfUrl?: string } | undefined
  preview: Preview
  isDirty: boolean
  isUnreadable?: boolean
  /** Shown until a preview is available. */
  before: string
}

export const DraftPreview = ({ kept, isDirty, ...given }: DraftPreviewProps) => (
  <DocumentPreview {...given} about={isDirty ? t.sheet.unsaved : t.sheet.asSaved}>
    {kept?.pdfUrl && <PdfLink address={kept.pdfUrl} />}
  </DocumentPreview>
)

type SettledDocument = Pick<InvoiceDataFragment, 'lineItems' | 'subtotalCents' | 'totalCents' | 'taxBreakdown'>

/** Line items and totals of an issued document. */
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
