import { Link } from '@tanstack/react-router'
import { Plus, Repeat } from 'lucide-react'
import { RecurringInvoicesDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { useMay } from '../session.ts'
import { List, useListed, variablesOf } from '../ui/list.tsx'
import { messages } from './recurring.messages.ts'
import { recurringColumns } from './recurring-columns.tsx'

export function RecurringInvoices() {
  const may = useMay()
  return (
    <List
      {...messages}
      action={
        may('createRecurringInvoice') && (
          <Link to="/invoices/recurring/new" className="button primary">
            <Plus size={16} aria-hidden />
            {messages.create}
          </Link>
        )
      }
      icon={Repeat}
      answer={useQuery(RecurringInvoicesDocument, variablesOf(useListed()), ['invoice', 'client'])}
      pick={({ recurringInvoices }) =>
        recurringInvoices && { total: recurringInvoices.total, rows: recurringInvoices.recurringInvoices }
      }
      columns={recurringColumns}
    />
  )
}
