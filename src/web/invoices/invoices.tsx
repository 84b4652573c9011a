import { Link, useSearch } from '@tanstack/react-router'
import { FileText, Plus } from 'lucide-react'
import { InvoicesDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { useMay } from '../session.ts'
import { List, oneOf, useListed, variablesOf } from '../ui/list.tsx'
import { words } from '../words/words.ts'
import { invoiceColumns } from './columns.tsx'

export function Invoices() {
  const { invoices: said } = words
  const may = useMay()
  const { status, delivery } = useSearch({ from: '/invoices' })
  return (
    <List
      {...said}
      action={
        <div className="actions">
          {may('recurringInvoices') && (
            <Link to="/invoices/recurring" className="button">
              {words.commands.recurringInvoices}
            </Link>
          )}
          {may('confirmPayments') && (
            <Link to="/payments/import" className="button">
              {words.commands.importPayments}
            </Link>
          )}
          {may('createInvoice') && (
            <Link to="/invoices/new" className="button primary">
              <Plus size={16} aria-hidden />
              {said.create}
            </Link>
          )}
        </div>
      }
      icon={FileText}
      filters={[
        { name: 'status', label: said.status, options: said.statuses },
        { name: 'delivery', label: words.delivery.title, options: words.delivery.states },
      ]}
      answer={useQuery(
        InvoicesDocument,
        {
          ...variablesOf(useListed()),
          status: oneOf(said.statuses, status),
          delivery: oneOf(words.delivery.states, delivery),
        },
        ['invoice', 'client'],
      )}
      pick={({ invoices }) => invoices && { total: invoices.total, rows: invoices.invoices }}
      columns={invoiceColumns()}
    />
  )
}
