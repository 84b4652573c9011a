import { Link, useSearch } from '@tanstack/react-router'
import { FileSignature, Plus } from 'lucide-react'
import { QuotesDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { t } from '../i18n/locale.ts'
import { useMay } from '../session.ts'
import { ListPage, listVariables, parseFilter, useListSearch } from '../ui/list-page.tsx'
import { quoteColumns } from './quote-columns.tsx'
import { messages } from './quotes.messages.ts'

export function Quotes() {
  const may = useMay()
  const { status, delivery } = useSearch({ from: '/quotes' })
  return (
    <ListPage
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
      query={useQuery(
        QuotesDocument,
        {
          ...listVariables(useListSearch()),
          status: parseFilter(messages.statuses, status),
          delivery: parseFilter(t.delivery.states, delivery),
        },
        ['quote', 'client'],
      )}
      pick={({ quotes }) => quotes && { total: quotes.total, rows: quotes.quotes }}
      columns={quoteColumns}
    />
  )
}
