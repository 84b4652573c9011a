import { formatMoney, formatNumber } from '../i18n/format.ts'
import type { DocumentSums } from './draft-totals.ts'
import { messages } from './invoices.messages.ts'

interface TotalsListProps {
  /** Absent while loading. */
  sums: Pick<DocumentSums, 'subtotalCents' | 'totalCents' | 'taxBreakdown'> | undefined
  /** Whether the sums are older than the input. */
  isOutdated?: boolean
}

export const TotalsList = ({ sums, isOutdated }: TotalsListProps) => (
  <dl className="totals part" aria-label={messages.totals} aria-busy={isOutdated}>
    <div>
      <dt>{messages.subtotal}</dt>
      <dd>{sums ? formatMoney(sums.subtotalCents) : '–'}</dd>
    </div>
    {sums?.taxBreakdown
      .filter(({ taxRate }) => taxRate > 0)
      .map(({ taxRate, taxCents }) => (
        <div key={taxRate}>
          <dt>{messages.tax(formatNumber(taxRate))}</dt>
          <dd>{formatMoney(taxCents)}</dd>
        </div>
      ))}
    <div className="sum">
      <dt>{messages.total}</dt>
      <dd>{sums ? formatMoney(sums.totalCents) : '–'}</dd>
    </div>
  </dl>
)
