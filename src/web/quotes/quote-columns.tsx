import { Link } from '@tanstack/react-router'
import type { QuoteRowFragment, QuoteStatus } from '#schema/web/graphql'
import { formatDate, formatMoney } from '../i18n/format.ts'
import type { Column } from '../ui/table.tsx'
import { UndeliveredBadge } from '../ui/undelivered.tsx'
import { messages } from './quotes.messages.ts'

const badgeVariants: Partial<Record<QuoteStatus, string>> = {
  sent: 'accent',
  signed: 'good',
  converted: 'good',
  rejected: 'danger',
  expired: 'warn',
}

export const QuoteBadge = ({ status }: { status: QuoteStatus }) => (
  <span className={`badge ${badgeVariants[status] ?? ''}`}>{messages.statuses[status]}</span>
)

export const quoteColumns: readonly Column<QuoteRowFragment>[] = [
  {
    label: messages.number,
    kind: 'main',
    show: ({ id, number }) => (
      <Link to="/quotes/$id" params={{ id }}>
        {number ?? messages.statuses.draft}
      </Link>
    ),
  },
  { label: messages.client, show: ({ client }) => client.name },
  {
    label: messages.date,
    show: ({ issueDate }) => issueDate && <time dateTime={issueDate}>{formatDate(issueDate)}</time>,
  },
  { label: messages.until, show: ({ validUntil }) => <time dateTime={validUntil}>{formatDate(validUntil)}</time> },
  {
    label: messages.status,
    show: ({ status, delivery }) => (
      <>
        <QuoteBadge status={status} />
        <UndeliveredBadge delivery={delivery} />
      </>
    ),
  },
  { label: messages.total, kind: 'figure', show: ({ totalCents }) => formatMoney(totalCents) },
]
