import { Link, useSearch } from '@tanstack/react-router'
import { FileText, Plus } from 'lucide-react'
import { InvoicesDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { ListPage, listVariables, parseFilter, useListSearch } from '../ui/list-page.tsx'
import { invoiceColumns } from './invoice-columns.tsx'

export function Invoices() {
  const { invoices: messages } = t
  const may = useMay()
  const { status, delivery } = useSearch({ from: '/invoices' })
  return (
    <ListPage
      {...messages}
      action={
        <div className="actions">
          {may('recurringInvoices') && (
            <Link to="/invoices/recurring" className="button">
              {t.commands.recurringInvoices}
            </Link>
          )}
          {may('confirmPayments') && (
            <Link to="/payments/import" className="button">
              {t.commands.importPayments}
            </Link>
          )}
          {may('createInvoice') && (
            <Link to="/invoices/new" className="button primary">
              <Plus size={16} aria-hidden />
              {messages.create}
            </Link>
          )}
        </div>
      }
      icon={FileText}
      filters={[
        { name: 'status', label: messages.status, options: messages.statuses },
        { name: 'delivery', label: t.delivery.title, options: t.delivery.states },
      ]}
      query={useQuery(
        InvoicesDocument,
        {
          ...listVariables(useListSearch()),
          status: parseFilter(messages.statuses, status),
          delivery: parseFilter(t.delivery.states, delivery),
        },
        ['invoice', 'client'],
      )}
      pick={({ invoices }) => invoices && { total: invoices.total, rows: invoices.invoices }}
      columns={invoiceColumns()}
    />
  )
}
