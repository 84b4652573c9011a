import { Link } from '@tanstack/react-router'
import type { RecurringRowFragment } from '#schema/web/graphql'
import { formatDate, formatMoney } from '../i18n/format.ts'
import type { Column } from '../ui/table.tsx'
import { fillPlaceholders } from './placeholders.ts'
import { messages } from './recurring.messages.ts'
import { RecurringBadge, recurringStatus } from './recurring-status.tsx'

export function summarizeLines(recurring: RecurringRowFragment) {
  const [first, ...others] = recurring.lineItems
  return first && `${fillPlaceholders(first.description, recurring)}${others.length > 0 ? ` + ${others.length}` : ''}`
}

export const recurringColumns: readonly Column<RecurringRowFragment>[] = [
  {
    label: messages.client,
    kind: 'main',
    show: ({ id, client }) => (
      <Link to="/invoices/recurring/$id" params={{ id }}>
        {client.name}
      </Link>
    ),
  },
  {
    label: messages.lines,
    show: summarizeLines,
  },
  { label: messages.rhythm, show: ({ every, interval }) => messages.every(every, interval) },
  {
    label: messages.next,
    show: (recurring) =>
      recurringStatus(recurring) === 'active' &&
      recurring.nextOn && <time dateTime={recurring.nextOn}>{formatDate(recurring.nextOn)}</time>,
  },
  { label: messages.status, show: (recurring) => <RecurringBadge recurring={recurring} /> },
  {
    label: messages.net,
    kind: 'figure',
    show: ({ lineItems }) => formatMoney(lineItems.reduce((sum, { netCents }) => sum + netCents, 0)),
  },
]
