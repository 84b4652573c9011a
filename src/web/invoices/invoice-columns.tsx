import { Link } from '@tanstack/react-router'
import type { InvoiceRowFragment, InvoiceStatus } from '#schema/web/graphql'
import { type IsoDate as CalendarDay } from '../i18n/dates.ts'
import { formatDate, formatMoney } from '../i18n/format.ts'
import { t } from '../i18n/locale.ts'
import type { Column } from '../ui/table.tsx'
import { UndeliveredBadge } from '../ui/undelivered.tsx'

const badgeVariants: Partial<Record<InvoiceStatus, string>> = {
  sent: 'accent',
  partially_paid: 'warn',
  paid: 'good',
  overdue: 'danger',
}

export const InvoiceBadge = ({ status }: { status: InvoiceStatus }) => (
  <span className={`badge ${badgeVariants[status] ?? ''}`}>{t.invoices.statuses[status]}</span>
)

const Day = ({ day }: { day: CalendarDay }) => <time dateTime={day}>{formatDate(day)}</time>

/** Columns of invoice lists. Callers filter them by `of`. */
export function invoiceColumns(): (Column<InvoiceRowFragment> & { of: string })[] {
  const { invoices: messages } = t
  return [
    {
      of: 'number',
      label: messages.number,
      kind: 'main',
      show: ({ id, number }) => (
        <Link to="/invoices/$id" params={{ id }}>
          {number ?? messages.statuses.draft}
        </Link>
      ),
    },
    { of: 'client', label: messages.client, show: ({ client }) => client.name },
    { of: 'date', label: messages.date, show: ({ issueDate }) => <Day day={issueDate} /> },
    {
      of: 'due',
      label: messages.due,
      show: ({ kind, dueDate }) => (kind === 'credit_note' ? null : <Day day={dueDate} />),
    },
    {
      of: 'status',
      label: messages.status,
      show: ({ status, delivery }) => (
        <>
          <InvoiceBadge status={status} />
          <UndeliveredBadge delivery={delivery} />
        </>
      ),
    },
    { of: 'total', label: messages.total, kind: 'figure', show: ({ totalCents }) => formatMoney(totalCents) },
  ]
}
