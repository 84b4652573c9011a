import { Link } from '@tanstack/react-router'
import { Plus, Repeat } from 'lucide-react'
import { RecurringInvoicesDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { useMay } from '../session.ts'
import { ListPage, listVariables, useListSearch } from '../ui/list-page.tsx'
import { messages } from './recurring.messages.ts'
import { recurringColumns } from './recurring-columns.tsx'

export function RecurringInvoices() {
  const may = useMay()
  return (
    <ListPage
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
      query={useQuery(RecurringInvoicesDocument, listVariables(useListSearch()), ['invoice', 'client'])}
      pick={({ recurringInvoices }) =>
        recurringInvoices && { total: recurringInvoices.total, rows: recurringInvoices.recurringInvoices }
      }
      columns={recurringColumns}
    />
  )
}
