import { Link } from '@tanstack/react-router'
import type { RecurringRowFragment } from '#schema/web/graphql'
import type { Column } from '../ui/table.tsx'
import { writeDay, writeMoney } from '../words/words.ts'
import { asNext } from './next-period.ts'
import { said } from './recurring.words.ts'
import { RecurringBadge, statusOf } from './status.tsx'

/** What it bills, in few words. */
export function aboutOf(recurring: RecurringRowFragment) {
  const [first, ...others] = recurring.lineItems
  return first && `${asNext(first.description, recurring)}${others.length > 0 ? ` + ${others.length}` : ''}`
}

export const recurringColumns: readonly Column<RecurringRowFragment>[] = [
  {
    label: said.client,
    kind: 'main',
    show: ({ id, client }) => (
      <Link to="/invoices/recurring/$id" params={{ id }}>
        {client.name}
      </Link>
    ),
  },
  {
    label: said.lines,
    show: aboutOf,
  },
  { label: said.rhythm, show: ({ every, interval }) => said.every(every, interval) },
  {
    label: said.next,
    show: (recurring) =>
      statusOf(recurring) === 'active' &&
      recurring.nextOn && <time dateTime={recurring.nextOn}>{writeDay(recurring.nextOn)}</time>,
  },
  { label: said.status, show: (recurring) => <RecurringBadge recurring={recurring} /> },
  {
    label: said.net,
    kind: 'figure',
    show: ({ lineItems }) => writeMoney(lineItems.reduce((sum, { netCents }) => sum + netCents, 0)),
  },
]
