import { Link, useSearch } from '@tanstack/react-router'
import { FileSignature, Plus } from 'lucide-react'
import { QuotesDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { useMay } from '../session.ts'
import { List, oneOf, useListed, variablesOf } from '../ui/list.tsx'
import { words } from '../words/words.ts'
import { quoteColumns } from './columns.tsx'
import { said } from './quotes.words.ts'

export function Quotes() {
  const may = useMay()
  const { status, delivery } = useSearch({ from: '/quotes' })
  return (
    <List
      {...said}
      action={
        may('createQuote') && (
          <Link to="/quotes/new" className="button primary">
            <Plus size={16} aria-hidden />
            {said.create}
          </Link>
        )
      }
      icon={FileSignature}
      filters={[
        { name: 'status', label: said.status, options: said.statuses },
        { name: 'delivery', label: words.delivery.title, options: words.delivery.states },
      ]}
      answer={useQuery(
        QuotesDocument,
        {
          ...variablesOf(useListed()),
          status: oneOf(said.statuses, status),
          delivery: oneOf(words.delivery.states, delivery),
        },
        ['quote', 'client'],
      )}
      pick={({ quotes }) => quotes && { total: quotes.total, rows: quotes.quotes }}
      columns={quoteColumns}
    />
  )
}
