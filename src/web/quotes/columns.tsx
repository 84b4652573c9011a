import { Link } from '@tanstack/react-router'
import type { QuoteRowFragment, QuoteStatus } from '#schema/web/graphql'
import type { Column } from '../ui/table.tsx'
import { UndeliveredBadge } from '../ui/undelivered.tsx'
import { writeDay, writeMoney } from '../words/words.ts'
import { said } from './quotes.words.ts'

const looks: Partial<Record<QuoteStatus, string>> = {
  sent: 'accent',
  signed: 'good',
  converted: 'good',
  rejected: 'danger',
  expired: 'warn',
}

export const QuoteBadge = ({ status }: { status: QuoteStatus }) => (
  <span className={`badge ${looks[status] ?? ''}`}>{said.statuses[status]}</span>
)

export const quoteColumns: readonly Column<QuoteRowFragment>[] = [
  {
    label: said.number,
    kind: 'main',
    show: ({ id, number }) => (
      <Link to="/quotes/$id" params={{ id }}>
        {number ?? said.statuses.draft}
      </Link>
    ),
  },
  { label: said.client, show: ({ client }) => client.name },
  { label: said.date, show: ({ issueDate }) => issueDate && <time dateTime={issueDate}>{writeDay(issueDate)}</time> },
  { label: said.until, show: ({ validUntil }) => <time dateTime={validUntil}>{writeDay(validUntil)}</time> },
  {
    label: said.status,
    show: ({ status, delivery }) => (
      <>
        <QuoteBadge status={status} />
        <UndeliveredBadge delivery={delivery} />
      </>
    ),
  },
  { label: said.total, kind: 'figure', show: ({ totalCents }) => writeMoney(totalCents) },
]
