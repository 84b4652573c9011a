import { Link } from '@tanstack/react-router'
import { Plus, Repeat } from 'lucide-react'
import { RecurringInvoicesDocument, type RecurringRowFragment } from '../../../schema/web/graphql.ts'
import { useQuery } from '../graphql/client.ts'
import { useMay } from '../session.ts'
import { List, useListed, variablesOf } from '../ui/list.tsx'
import type { Column } from '../ui/table.tsx'
import { writeDay, writeMoney } from '../words/words.ts'
import { asNext } from './next-period.ts'
import { said } from './recurring.words.ts'
import { RecurringBadge, statusOf } from './status.tsx'

const columns: readonly Column<RecurringRowFragment>[] = [
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
    show: (recurring) => {
      const [first, ...others] = recurring.lineItems
      return first && `${asNext(first.description, recurring)}${others.length > 0 ? ` + ${others.length}` : ''}`
    },
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

export function RecurringInvoices() {
  const may = useMay()
  return (
    <List
      {...said}
      action={
        may('createRecurringInvoice') && (
          <Link to="/invoices/recurring/new" className="button primary">
            <Plus size={16} aria-hidden />
            {said.create}
          </Link>
        )
      }
      icon={Repeat}
      answer={useQuery(RecurringInvoicesDocument, variablesOf(useListed()), ['invoice', 'client'])}
      pick={({ recurringInvoices }) =>
        recurringInvoices && { total: recurringInvoices.total, rows: recurringInvoices.recurringInvoices }
      }
      columns={columns}
    />
  )
}
