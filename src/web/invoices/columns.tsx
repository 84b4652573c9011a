import { Link } from '@tanstack/react-router'
import type { InvoiceRowFragment, InvoiceStatus } from '#schema/web/graphql'
import type { Column } from '../ui/table.tsx'
import { UndeliveredBadge } from '../ui/undelivered.tsx'
import { type Day as CalendarDay, words, writeDay, writeMoney } from '../words/words.ts'

const looks: Partial<Record<InvoiceStatus, string>> = {
  sent: 'accent',
  partially_paid: 'warn',
  paid: 'good',
  overdue: 'danger',
}

export const InvoiceBadge = ({ status }: { status: InvoiceStatus }) => (
  <span className={`badge ${looks[status] ?? ''}`}>{words.invoices.statuses[status]}</span>
)

const Day = ({ day }: { day: CalendarDay }) => <time dateTime={day}>{writeDay(day)}</time>

/** How invoices are listed; what each column is of can be left out. */
export function invoiceColumns(): (Column<InvoiceRowFragment> & { of: string })[] {
  const { invoices: said } = words
  return [
    {
      of: 'number',
      label: said.number,
      kind: 'main',
      show: ({ id, number }) => (
        <Link to="/invoices/$id" params={{ id }}>
          {number ?? said.statuses.draft}
        </Link>
      ),
    },
    { of: 'client', label: said.client, show: ({ client }) => client.name },
    { of: 'date', label: said.date, show: ({ issueDate }) => <Day day={issueDate} /> },
    {
      of: 'due',
      label: said.due,
      show: ({ kind, dueDate }) => (kind === 'credit_note' ? null : <Day day={dueDate} />),
    },
    {
      of: 'status',
      label: said.status,
      show: ({ status, delivery }) => (
        <>
          <InvoiceBadge status={status} />
          <UndeliveredBadge delivery={delivery} />
        </>
      ),
    },
    { of: 'total', label: said.total, kind: 'figure', show: ({ totalCents }) => writeMoney(totalCents) },
  ]
}
