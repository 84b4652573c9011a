import { Link, useSearch } from '@tanstack/react-router'
import { FileSignature, Plus } from 'lucide-react'
import { QuotesDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { List, oneOf, useListed, variablesOf } from '../ui/list.tsx'
import { quoteColumns } from './quote-columns.tsx'
import { messages } from './quotes.messages.ts'

export function Quotes() {
  const may = useMay()
  const { status, delivery } = useSearch({ from: '/quotes' })
  return (
    <List
      {...messages}
      action={
        may('createQuote') && (
          <Link to="/quotes/new" className="button primary">
            <Plus size={16} aria-hidden />
            {messages.create}
          </Link>
        )
      }
      icon={FileSignature}
      filters={[
        { name: 'status', label: messages.status, options: messages.statuses },
        { name: 'delivery', label: t.delivery.title, options: t.delivery.states },
      ]}
      answer={useQuery(
        QuotesDocument,
        {
          ...variablesOf(useListed()),
          status: oneOf(messages.statuses, status),
          delivery: oneOf(t.delivery.states, delivery),
        },
        ['quote', 'client'],
      )}
      pick={({ quotes }) => quotes && { total: quotes.total, rows: quotes.quotes }}
      columns={quoteColumns}
    />
  )
}
