import { writeFigure, writeMoney } from '../words/words.ts'
import { said } from './invoices.words.ts'
import type { Sums } from './totals.ts'

interface TotalsListProps {
  /** Absent until they are known. */
  sums: Pick<Sums, 'subtotalCents' | 'totalCents' | 'taxBreakdown'> | undefined
  /** What is typed is not in them yet. */
  isLate?: boolean
}

/** What a document comes to. */
export const TotalsList = ({ sums, isLate }: TotalsListProps) => (
  <dl className="totals part" aria-label={said.totals} aria-busy={isLate}>
    <div>
      <dt>{said.subtotal}</dt>
      <dd>{sums ? writeMoney(sums.subtotalCents) : '–'}</dd>
    </div>
    {sums?.taxBreakdown
      .filter(({ taxRate }) => taxRate > 0)
      .map(({ taxRate, taxCents }) => (
        <div key={taxRate}>
          <dt>{said.tax(writeFigure(taxRate))}</dt>
          <dd>{writeMoney(taxCents)}</dd>
        </div>
      ))}
    <div className="sum">
      <dt>{said.total}</dt>
      <dd>{sums ? writeMoney(sums.totalCents) : '–'}</dd>
    </div>
  </dl>
)
